/** Describes all threads of a side briefly: threads of one class in the same state are grouped. */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { describeState, describeThread, type HasConnectionSince } from './describe.ts';
import { laneGroups, type ThreadClassName, threadOf } from './lanes.ts';
import type { Message } from './message.ts';

/** Threads of one class with the same state and activity. */
export interface AlikeThreads {
  readonly class: ThreadClassName;
  readonly state: Message;
  /** In trace order. */
  readonly lanes: readonly number[];
}

/** All threads in groups, ordered by the first lane of each group. */
export function alikeThreads(frame: Frame, run: RunLayout): AlikeThreads[] {
  const found = new Map<string, { class: ThreadClassName; state: Message; lanes: number[] }>();
  for (const group of laneGroups(run)) {
    for (let lane = group.first; lane < group.first + group.count; lane++) {
      const state = describeState(frame, run, lane);
      const key = `${group.class} ${JSON.stringify(state)}`;
      const alike = found.get(key);
      if (alike) alike.lanes.push(lane);
      else found.set(key, { class: group.class, state, lanes: [lane] });
    }
  }
  return [...found.values()];
}

/** Maximum number of listed ranges; the rest is counted. */
const MAX_RUNS = 5;

/** Describes a group of threads; for a single thread also its request and since when. */
export function describeAlike(
  frame: Frame,
  run: RunLayout,
  { class: name, state, lanes }: AlikeThreads,
  hasSince?: HasConnectionSince,
): { readonly text: Message; readonly numbers: readonly Message[] } {
  const [only] = lanes;
  if (lanes.length === 1 && only !== undefined)
    return { text: describeThread(frame, run, only, hasSince), numbers: [] };
  const runs = runsOf(lanes.map((lane) => threadOf(run, lane)?.number ?? 0));
  const listed = runs.length > MAX_RUNS ? runs.slice(0, MAX_RUNS) : runs;
  const rest = runs.slice(listed.length).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const numbers = listed.map(
    ([from, to]): Message => ({ key: 'describe.alike.run', values: { from, to, size: to - from } }),
  );
  return {
    text: {
      key: 'describe.alike.do',
      values: { threads: { key: `describe.alike.of.${name}` }, state, count: lanes.length },
    },
    numbers: rest === 0 ? numbers : [...numbers, { key: 'describe.alike.more', values: { count: rest } }],
  };
}

/** Ranges of consecutive numbers, as first and last. */
function runsOf(numbers: readonly number[]): (readonly [from: number, to: number])[] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
