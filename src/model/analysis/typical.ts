/** Finds typical and extreme requests among those completed up to an instant. */
import { type CompletionSegment, upTo } from '../playback/completions.ts';

export interface Completed {
  readonly request: number;
  readonly endNs: number;
  readonly responseNs: number;
}

/** Buckets of the coarse first pass: 32 per octave of the response time. */
const PER_DOUBLING = 32;
const bucketOf = (responseNs: number): number =>
  Math.floor(Math.log2(Math.max(1, responseNs)) * PER_DOUBLING);

/** Number of completions with a known response time up to `untilNs`. */
export function countCompleted(segments: readonly CompletionSegment[], untilNs: number): number {
  let count = 0;
  each(segments, untilNs, () => count++);
  return count;
}

/**
 * The request at a quantile (0 … 1) of the response times; 0.5 is the median, 1 the slowest. Its bucket is
 * found first, so only few values are sorted.
 */
export function atQuantile(
  segments: readonly CompletionSegment[],
  untilNs: number,
  quantile: number,
): Completed | undefined {
  const counts: number[] = [];
  let total = 0;
  each(segments, untilNs, (segment, i) => {
    const bucket = bucketOf(segment.responseNs[i] as number);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    total++;
  });
  if (total === 0) return undefined;
  const rank = Math.min(total - 1, Math.floor(quantile * total));
  let before = 0;
  let bucket = 0;
  while (before + (counts[bucket] ?? 0) <= rank) before += counts[bucket++] ?? 0;
  const inBucket: Completed[] = [];
  each(segments, untilNs, (segment, i) => {
    const responseNs = segment.responseNs[i] as number;
    if (bucketOf(responseNs) !== bucket) return;
    inBucket.push({ request: segment.request[i] as number, endNs: segment.timeNs[i] as number, responseNs });
  });
  inBucket.sort((a, b) => a.responseNs - b.responseNs || a.endNs - b.endNs);
  return inBucket[rank - before];
}

function each(
  segments: readonly CompletionSegment[],
  untilNs: number,
  visit: (segment: CompletionSegment, i: number) => void,
): void {
  for (const segment of segments) {
    const end = upTo(segment, untilNs);
    for (let i = 0; i < end; i++) if (!Number.isNaN(segment.responseNs[i] as number)) visit(segment, i);
  }
}
