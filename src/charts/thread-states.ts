/**
 * Thread states over time, row by row: the saved picture of the thread timeline, its table and its
 * description. A row of one thread has bars by state; a row of several is stacked by state.
 */

import { group, rollup, sum } from 'd3-array';
import type { Palette, VisibleState } from '../lib/palette.ts';
import type { threadClasses as CLASSES, threadStates as STATES } from '../model/engine/generated/abi.ts';
import { type Box, type ChartSpec, type ColumnOf, tableOf, widest } from './chart.ts';
import { drawing } from './marks/frame.ts';
import { textAt } from './marks/text.ts';
import { statePattern } from './pattern.ts';
import type { KeyEntry } from './pattern-key.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { AXIS_LINES, type AxisWords, type Stretch, timeAxis, timeScale } from './time-axis.ts';
import type { Scale } from './value-scale.ts';

type StateName = (typeof STATES)[number];
type ClassName = (typeof CLASSES)[number];

/** A part of a row in one state: its time range and its share of the row's height. */
export interface StateArea {
  readonly state: StateName;
  readonly fromNs: number;
  readonly toNs: number;
  readonly low: number;
  readonly high: number;
}

export interface ThreadRow {
  readonly name: string;
  readonly class: ClassName;
  /** Number of threads in the row. */
  readonly threads: number;
  /** Time of all its threads per state, ns. */
  readonly times: readonly { readonly state: StateName; readonly ns: number }[];
  /** Computed on demand, for a picture. */
  readonly areas: () => readonly StateArea[];
}

export interface ThreadStatesData extends Stretch {
  readonly rows: readonly ThreadRow[];
}

export interface ThreadStatesWords extends AxisWords {
  /** The name of a state, for all threads or one class. */
  readonly state: (state: StateName, ofClass?: ClassName) => string;
  readonly className: (name: ClassName, count: number) => string;
  readonly percent: (share: number) => string;
  readonly tableCaption: string;
  readonly tableThread: string;
  readonly sentence: (
    facts: Record<'threads' | 'first' | 'firstShare' | 'second' | 'secondShare', string>,
  ) => string;
  readonly whole: (classes: readonly string[]) => string;
  readonly empty: string;
}

/** The drawn state: a carrier thread that runs its load looks like running. */
const drawn = (state: StateName): VisibleState => (state === 'carrying' ? 'user' : state);

const ROW_LINES = 1.5;

/** The drawn states that occur. */
const statesIn = ({ rows }: ThreadStatesData): VisibleState[] => [
  ...new Set(rows.flatMap(({ times }) => times.map(({ state }) => drawn(state)))),
];

/** The legend of patterns and heights. */
export const threadStatesKey = (
  data: ThreadStatesData,
  palette: Palette,
  name: (state: VisibleState) => string,
): KeyEntry[] =>
  statesIn(data).map((state) => ({
    pattern: `thread-${state}`,
    label: name(state),
    height: palette.states[state].height,
  }));

/** A row's areas as one path per drawn state. @param base lower edge of the row, px */
function statePaths(
  areas: readonly StateArea[],
  toX: Scale,
  base: number,
  height: number,
): ReadonlyMap<VisibleState, string> {
  const [left = 0, right = 0] = toX.range();
  return rollup(
    areas,
    (own) =>
      own
        .map(({ fromNs, toNs, low, high }) => {
          const x = Math.max(left, toX(fromNs));
          const wide = px(Math.max(0.3, Math.min(right, toX(toNs)) - x));
          const tall = px((low - high) * height);
          return `M${px(x)} ${px(base - low * height)}h${wide}v${tall}h${-wide}z`;
        })
        .join(''),
    ({ state }) => drawn(state),
  );
}

function draw(data: ThreadStatesData, box: Box, palette: Palette, words: ThreadStatesWords): SvgNode {
  const { fontSize, width, height } = box;
  const names = data.rows.map(({ name }) => name);
  const left = Math.min(widest(names, fontSize) + fontSize, width * 0.4);
  const toX = timeScale(data, left, width - 2);
  const bottom = height - fontSize * AXIS_LINES;
  const step = Math.min(fontSize * ROW_LINES * 2, bottom / Math.max(1, data.rows.length));
  const text = { textAnchor: 'end', fontSize, fill: palette.ink };
  const rows = data.rows.flatMap(({ name, areas }, index) => {
    const base = (index + 1) * step - 1;
    const middle = base - step / 2 + 1;
    const paths = statePaths(areas(), toX, base, step - 2);
    return [
      textAt(name, left - fontSize * 0.5, middle + fontSize * 0.35, text),
      ...Array.from(paths, ([state, d]) => svg('path', { d, fill: `url(#thread-${state})` })),
    ];
  });
  return drawing(
    box,
    svg('defs', {}, ...statesIn(data).map((state) => statePattern(`thread-${state}`, state, palette))),
    ...rows,
    ...timeAxis(data, toX, bottom, box, palette, words),
  );
}

const timeIn = ({ times }: ThreadRow, state: StateName): number =>
  times.find((time) => time.state === state)?.ns ?? 0;

/** Selects the sentence form of threads with a single state. */
const NONE = 'none';

/** For each class, the two most frequent states. */
function describe({ rows, fromNs, toNs }: ThreadStatesData, words: ThreadStatesWords): string {
  if (rows.every(({ times }) => times.length === 0)) return words.empty;
  const classes = Array.from(
    group(rows, (row) => row.class),
    ([name, own]) => {
      const count = sum(own, ({ threads }) => threads);
      const times = rollup(
        own.flatMap((row) => row.times),
        (spent) => sum(spent, ({ ns }) => ns),
        ({ state }) => state,
      );
      const [first, second] = [...times].filter(([, ns]) => ns > 0).sort(([, a], [, b]) => b - a);
      const share = (ns: number) => words.percent(ns / (count * (toNs - fromNs)));
      return words.sentence({
        threads: words.className(name, count),
        first: words.state(first?.[0] ?? 'idle', name),
        firstShare: share(first?.[1] ?? 0),
        second: second ? words.state(second[0], name) : NONE,
        secondShare: second ? share(second[1]) : NONE,
      });
    },
  );
  return words.whole(classes);
}

export const threadStates = {
  id: 'thread-states',
  draw,
  describe,
  table: ({ rows }, words) => {
    const used = [...new Set(rows.flatMap(({ times }) => times.map(({ state }) => state)))];
    return tableOf(words.tableCaption, rows, [
      { title: words.tableThread, unit: 'text', cell: ({ name }) => name },
      ...used.map((state): ColumnOf<ThreadRow> => {
        return { title: words.state(state), unit: 'ns', cell: (row) => timeIn(row, state) };
      }),
    ]);
  },
} as const satisfies ChartSpec<ThreadStatesData, ThreadStatesWords>;
