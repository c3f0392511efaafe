/** Core time by thread class, state and activity, summed exactly over trace chunks; no sampling. */
import { activities, threadStates } from '../engine/generated/abi.ts';
import { Completions } from '../playback/completions.ts';
import { OPEN, type Spans, WIRE_KIND } from '../playback/spans.ts';
import type { RunLayout } from '../workers/protocol.ts';
import type { ThreadClassName } from './threads.ts';

/** States in which a thread occupies a core. */
export const CORE_STATES = ['user', 'kernel', 'switch'] as const;
export type CoreState = (typeof CORE_STATES)[number];
export type ActivityName = (typeof activities)[number];

export interface CpuTime {
  readonly class: ThreadClassName;
  readonly state: CoreState;
  readonly activity: ActivityName;
  readonly ns: number;
}

/** Sums core time. Chunks must be contiguous. */
export class CpuTimes {
  fromNs = Number.NaN;
  toNs = Number.NaN;
  private readonly earliestNs: number = Number.NEGATIVE_INFINITY;
  private readonly latestNs: number = Number.POSITIVE_INFINITY;
  private readonly classOfLane: readonly ThreadClassName[];
  private readonly times = new Map<ThreadClassName, Float64Array>();
  private readonly completions = new Completions();

  /** @param span time range to include, ns; absent: all */
  constructor({ lanes }: Pick<RunLayout, 'lanes'>, span?: readonly [number, number]) {
    if (span) [this.earliestNs, this.latestNs] = span;
    this.classOfLane = lanes.flatMap(({ class: name, count }) => Array.from({ length: count }, () => name));
  }

  /** A span counts with its part inside the chunk; open spans continue in the next chunk. */
  add(spans: Spans): void {
    const fromNs = Math.max(this.earliestNs, spans.fromNs);
    const toNs = Math.min(this.latestNs, spans.toNs);
    this.completions.add(spans);
    if (toNs < fromNs) return;
    if (Number.isNaN(this.fromNs)) this.fromNs = fromNs;
    this.toNs = toNs;
    for (let i = 0; i < spans.count; i++) {
      const state = (spans.kind[i] as number) & ~OPEN;
      if (state >= WIRE_KIND || !isOnCore(state)) continue;
      const isOpen = ((spans.kind[i] as number) & OPEN) !== 0;
      const end = isOpen ? toNs : Math.min(toNs, spans.end[i] as number);
      const ns = end - Math.max(fromNs, spans.start[i] as number);
      const name = this.classOfLane[spans.lane[i] as number];
      if (ns <= 0 || name === undefined) continue;
      let times = this.times.get(name);
      if (!times) {
        times = new Float64Array(threadStates.length * activities.length);
        this.times.set(name, times);
      }
      (times[state * activities.length + ((spans.arg[i] as number) & 0xff)] as number) += ns;
    }
  }

  /** Requests completed in the range. */
  get requests(): number {
    return this.completions.countBetween(this.fromNs, this.toNs);
  }

  list(): CpuTime[] {
    return [...this.times].flatMap(([name, times]) =>
      CORE_STATES.flatMap((state) =>
        activities.flatMap((activity, number) => {
          const ns = times[threadStates.indexOf(state) * activities.length + number] ?? 0;
          return ns > 0 ? [{ class: name, state, activity, ns }] : [];
        }),
      ),
    );
  }
}

const isOnCore = (state: number): boolean => CORE_STATES.some((name) => threadStates[state] === name);
