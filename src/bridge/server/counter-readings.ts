/** The server's counters around one workload: before it, around its measured part, after it, and once per second during it. */
import type { ServerUse } from '../workload/measured.ts';
import { growthBetween, type Reading, readCounters } from './redis-info.ts';
import { type RedisLink, withTimeout } from './redis-link.ts';

/** Interval of reading the server's counters during a workload. */
const INTERVAL_MS = 1_000;

/** Moments of a workload at which the counters are read; the measured part lies between `from` and `to`. */
export type Moment = 'begin' | 'from' | 'to' | 'end';

/** The readings at the moments; null where one is missing or failed. */
export type Readings = Readonly<Record<Moment, Reading>>;

export class CounterReadings {
  readonly #links: () => readonly RedisLink[];
  readonly #at: Partial<Record<Moment, Promise<Reading>>> = {};
  #timer: NodeJS.Timeout | undefined;
  #last: Reading = null;
  #growth: ServerUse | null = null;
  #count = 0;

  /** @param links to the servers of the run, known from its first reading on */
  constructor(links: () => readonly RedisLink[]) {
    this.#links = links;
  }

  /** All readings so far: commands of the bridge's own. */
  get count(): number {
    return this.#count;
  }

  /** Reads once for each moment; a later call gets the same reading. */
  take(moment: Moment): Promise<Reading> {
    this.#at[moment] ??= this.#read();
    return this.#at[moment];
  }

  /** Reads every second until `stopWatching()`. */
  watch(): void {
    this.#timer = setInterval(() => void this.#observe(), INTERVAL_MS);
  }

  stopWatching(): void {
    clearInterval(this.#timer);
  }

  /** Growth since the reading before the last one, once; null if there was no reading since the last call. */
  takeGrowth(): ServerUse | null {
    const growth = this.#growth;
    this.#growth = null;
    return growth;
  }

  /** The readings of all moments, the missing ones taken now where the workload has reached them. */
  async conclude(patienceMs: number): Promise<Readings> {
    void this.take('to');
    void this.take('end');
    const known = (moment: Moment) => {
      const reading = this.#at[moment];
      return reading ? withTimeout(reading, patienceMs).catch(() => null) : null;
    };
    const [begin, from, to, end] = await Promise.all(
      (['begin', 'from', 'to', 'end'] as const).map((moment) => known(moment)),
    );
    return { begin: begin ?? null, from: from ?? null, to: to ?? null, end: end ?? null };
  }

  async #read(): Promise<Reading> {
    const links = this.#links();
    this.#count += links.length;
    const read = await Promise.all(links.map((link) => readCounters((words) => link.call(words))));
    return read.every((each) => each !== null) ? read : null;
  }

  async #observe(): Promise<void> {
    const now = await this.#read();
    this.#growth = growthBetween(this.#last, now);
    this.#last = now;
  }
}
