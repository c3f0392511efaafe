/**
 * CPU time of a recorded interval as stacks: machine, thread class, kind of work (user, system call, switch),
 * activity. Output as folded stacks (Brendan Gregg's flamegraph.pl) and for speedscope.
 */
import { activities, families, threadStates } from '../engine/generated/abi.ts';
import type { TracedSide } from './chrome-trace.ts';
import { activityOf, overlap } from './excerpt.ts';
import { classOf, isOnServer } from './threads.ts';

export interface CpuStack {
  /** From the root. */
  readonly frames: readonly string[];
  /** CPU time, ns. */
  readonly ns: number;
}

/** States on a core. A carrier's core belongs to its goroutine, which has its own lane. */
const ON_CORE: readonly string[] = ['user', 'kernel', 'switch'];

/** The stacks of one side, largest first. */
export function cpuStacks({ layout, excerpt }: TracedSide): CpuStack[] {
  const sums = new Map<string, { frames: readonly string[]; ns: number }>();
  for (let i = 0; i < excerpt.count; i++) {
    const kind = excerpt.kind[i] as number;
    const state = threadStates[kind];
    if (kind >= families.wire || state === undefined || !ON_CORE.includes(state)) continue;
    const ns = overlap(excerpt, i, excerpt.fromNs, excerpt.toNs);
    if (ns <= 0) continue;
    const lane = excerpt.lane[i] as number;
    const activity = activities[activityOf(excerpt, i)] ?? 'none';
    const host = isOnServer(layout, lane) ? 'server' : 'client';
    const frames = [
      host,
      classOf(layout, lane) ?? 'unknown',
      state,
      ...(activity === 'none' || state === 'switch' ? [] : [activity]),
    ];
    const key = frames.join(';');
    const sum = sums.get(key);
    if (sum) sum.ns += ns;
    else sums.set(key, { frames, ns });
  }
  return [...sums.values()].sort((a, b) => b.ns - a.ns);
}

/**
 * One line per stack: frames joined by semicolons, a space, whole nanoseconds. Each side has its own root.
 */
export const foldedStacks = (sides: readonly TracedSide[]): string =>
  sides
    .flatMap((side) =>
      cpuStacks(side).map(
        ({ frames, ns }) => `${[side.id.toUpperCase(), ...frames].join(';')} ${Math.round(ns)}\n`,
      ),
    )
    .join('');

/** Metadata of a speedscope file. */
export interface Head {
  /** Title in speedscope. */
  readonly name: string;
  /** The exporter, and a link that shows the data again. */
  readonly exporter: string;
  /** Further metadata under its Chrome trace field name; speedscope ignores it. */
  readonly otherData: object;
}

/** One profile per side in speedscope's file format. */
export function speedscope(sides: readonly TracedSide[], { name, exporter, otherData }: Head): string {
  const frames: string[] = [];
  const indexOf = (frame: string): number => {
    const known = frames.indexOf(frame);
    return known >= 0 ? known : frames.push(frame) - 1;
  };
  const profiles = sides.map((side) => {
    const stacks = cpuStacks(side);
    return {
      type: 'sampled',
      name: side.id.toUpperCase(),
      unit: 'nanoseconds',
      startValue: 0,
      endValue: stacks.reduce((sum, { ns }) => sum + ns, 0),
      samples: stacks.map((stack) => stack.frames.map(indexOf)),
      weights: stacks.map(({ ns }) => ns),
    };
  });
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter,
    name,
    activeProfileIndex: 0,
    shared: { frames: frames.map((frame) => ({ name: frame })) },
    profiles,
    otherData,
  });
}
