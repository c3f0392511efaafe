/** The timeline in words: how long each row's threads were in each state, as a table and in a sentence a class. */
import type { Excerpt } from '../../analysis/excerpt.ts';
import type { ThreadClassName } from '../../analysis/threads.ts';
import { type TimelineRow, timeByState } from '../../analysis/timeline.ts';
import type { Table } from '../../charts/chart.ts';
import { threadStates } from '../../engine/generated/abi.ts';
import type { View } from './time-view.ts';

type StateName = (typeof threadStates)[number];

interface TableWords {
  readonly caption: string;
  readonly thread: string;
  readonly state: (name: StateName) => string;
  readonly duration: (ns: number) => string;
}

/** The part of a view that is recorded. */
const known = (excerpt: Excerpt, { fromNs, toNs }: View): View => ({
  fromNs: Math.max(fromNs, excerpt.fromNs),
  toNs: Math.min(toNs, excerpt.toNs),
});

export function statesTable(
  rows: readonly TimelineRow[],
  nameOf: (row: TimelineRow) => string,
  excerpt: Excerpt | undefined,
  view: View,
  words: TableWords,
): Table {
  const range = excerpt && known(excerpt, view);
  const times = rows.map((row) =>
    excerpt && range && range.toNs > range.fromNs
      ? timeByState(excerpt, row, range.fromNs, range.toNs)
      : new Float64Array(threadStates.length),
  );
  const used = threadStates
    .map((name, i) => ({ name, i }))
    .filter(({ i }) => times.some((time) => (time[i] ?? 0) > 0));
  return {
    caption: words.caption,
    columns: [words.thread, ...used.map(({ name }) => words.state(name))],
    rows: rows.map((row, at) => [
      nameOf(row),
      ...used.map(({ i }) => {
        const ns = Math.round(times[at]?.[i] ?? 0);
        return ns === 0 ? '–' : words.duration(ns);
      }),
    ]),
  };
}

interface SentenceWords {
  readonly sentence: (
    facts: Record<'threads' | 'first' | 'firstShare' | 'second' | 'secondShare', string>,
  ) => string;
  readonly className: (name: ThreadClassName, count: number) => string;
  readonly state: (name: StateName) => string;
  readonly percent: (share: number) => string;
  readonly whole: (classes: readonly string[]) => string;
  readonly empty: string;
}

/** For each class, the two states it spent most of its time in. */
export function describeStates(
  rows: readonly TimelineRow[],
  excerpt: Excerpt | undefined,
  view: View,
  words: SentenceWords,
): string {
  const range = excerpt && known(excerpt, view);
  if (!excerpt || !range || range.toNs <= range.fromNs) return words.empty;
  const sums = new Map<ThreadClassName, { count: number; times: Float64Array }>();
  for (const row of rows) {
    const own = sums.get(row.class) ?? { count: 0, times: new Float64Array(threadStates.length) };
    const times = timeByState(excerpt, row, range.fromNs, range.toNs);
    own.times.forEach((time, i) => {
      own.times[i] = time + (times[i] ?? 0);
    });
    sums.set(row.class, { ...own, count: own.count + (row.kind === 'lane' ? 1 : row.lanes.length) });
  }
  const classes = [...sums].map(([name, { count, times }]) => {
    const order = threadStates
      .map((state, i) => ({ state, time: times[i] ?? 0 }))
      .sort((one, other) => other.time - one.time);
    const total = count * (range.toNs - range.fromNs);
    const [first, second] = order;
    return words.sentence({
      threads: words.className(name, count),
      first: words.state(first?.state ?? 'idle'),
      firstShare: words.percent((first?.time ?? 0) / total),
      second: words.state(second?.state ?? 'idle'),
      secondShare: words.percent((second?.time ?? 0) / total),
    });
  });
  return words.whole(classes);
}
