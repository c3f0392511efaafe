/**
 * CPU time of a recorded stretch as stacks: machine, class of thread, kind of work (user code, system call, switch), activity.
 * Written as folded stacks (Brendan Gregg's flamegraph.pl and others) and for speedscope.
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

/** What takes a core. A carrier's core belongs to the goroutine it carries, which has its own lane. */
const ON_CORE: readonly string[] = ['user', 'kernel', 'switch'];

/** The stacks of one side, those with the most time first. */
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
  return [...sums.values()].sort((one, other) => other.ns - one.ns);
}

/** One line a stack: frames joined by semicolons, a space, whole nanoseconds. Both sides under one root each. */
export const foldedStacks = (sides: readonly TracedSide[]): string =>
  sides
    .flatMap((side) =>
      cpuStacks(side).map(
        ({ frames, ns }) => `${[side.id.toUpperCase(), ...frames].join(';')} ${Math.round(ns)}\n`,
      ),
    )
    .join('');

/** What a file for speedscope says of itself. */
export interface Head {
  /** What speedscope shows as the title. */
  readonly name: string;
  /** What wrote it, and the link that shows it again. */
  readonly exporter: string;
  /** Everything else, in a field of the name it has in a Chrome trace; speedscope passes over it. */
  readonly otherData: object;
}

/** One profile a side, in speedscope's file format. */
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
