/**
 * Counts durations in the buckets of the engine's histogram (`wasm/src/metric/histogram.rs`): 64 equal
 * buckets per octave, so that charts can overlay both. Only filled buckets are sent.
 */
const SUB_BITS = 6;
const SUB = 1 << SUB_BITS;
const OCTAVES = 40 - SUB_BITS + 1;
const WORD = 2 ** 32;

/** Bucket of a whole number of nanoseconds; 2^40 ns (18 minutes) and above share the last. */
export function bucketOf(ns: number): number {
  if (ns < SUB) return ns;
  const exponent = ns < WORD ? 31 - Math.clz32(ns) : 63 - Math.clz32(Math.floor(ns / WORD));
  const shift = exponent - SUB_BITS;
  const within = (shift < 25 ? Math.floor(ns / (1 << shift)) : Math.floor(ns / 2 ** shift)) & (SUB - 1);
  return Math.min((shift + 1) * SUB + within, OCTAVES * SUB - 1);
}

/** Lower bound of a bucket, ns. */
export function startOf(bucket: number): number {
  const octave = Math.floor(bucket / SUB);
  const within = bucket % SUB;
  return octave === 0 ? within : (SUB + within) * 2 ** (octave - 1);
}

/** A histogram: bucket indices and counts, ascending. Sums and extremes are exact, in ns. */
export interface Tally {
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
  readonly count: number;
  readonly sumNs: number;
  readonly minNs: number;
  readonly maxNs: number;
}

export const EMPTY: Tally = { buckets: [], counts: [], count: 0, sumNs: 0, minNs: Infinity, maxNs: 0 };

export class Histogram {
  readonly #counts = new Uint32Array(OCTAVES * SUB);
  #count = 0;
  #sumNs = 0;
  #minNs = Number.POSITIVE_INFINITY;
  #maxNs = 0;

  record(ns: number): void {
    const bucket = bucketOf(ns);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
    this.#sumNs += ns;
    if (ns < this.#minNs) this.#minNs = ns;
    if (ns > this.#maxNs) this.#maxNs = ns;
  }

  add(tally: Tally): void {
    tally.buckets.forEach((bucket, i) => {
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + (tally.counts[i] ?? 0);
    });
    this.#count += tally.count;
    this.#sumNs += tally.sumNs;
    this.#minNs = Math.min(this.#minNs, tally.minNs);
    this.#maxNs = Math.max(this.#maxNs, tally.maxNs);
  }

  /** Returns the values recorded since the last call, and resets. */
  take(): Tally {
    const tally = this.tally();
    this.#counts.fill(0);
    this.#count = 0;
    this.#sumNs = 0;
    this.#minNs = Number.POSITIVE_INFINITY;
    this.#maxNs = 0;
    return tally;
  }

  tally(): Tally {
    if (this.#count === 0) return EMPTY;
    const buckets: number[] = [];
    const counts: number[] = [];
    this.#counts.forEach((count, bucket) => {
      if (count === 0) return;
      buckets.push(bucket);
      counts.push(count);
    });
    const [count, sumNs, minNs, maxNs] = [this.#count, this.#sumNs, this.#minNs, this.#maxNs];
    return { buckets, counts, count, sumNs, minNs, maxNs };
  }
}

/** The quantile at a share, ns: the middle of its bucket, as in the engine. */
export function quantileNs(tally: Tally, share: number): number | null {
  if (tally.count === 0) return null;
  const rank = Math.max(1, Math.ceil(share * tally.count));
  let cumulative = 0;
  for (const [i, bucket] of tally.buckets.entries()) {
    cumulative += tally.counts[i] ?? 0;
    if (cumulative < rank) continue;
    const middle = (startOf(bucket) + startOf(bucket + 1) - 1) / 2;
    return Math.min(tally.maxNs, Math.max(tally.minNs, middle));
  }
  return tally.maxNs;
}
