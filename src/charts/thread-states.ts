/**
 * What threads did over a stretch of time, row by row: the picture that is saved of the thread timeline, its table and its
 * sentences. A row of one thread has its states as bars of their height, a row of several is stacked by state.
 */

import type { Palette, VisibleState } from '../lib/palette.ts';
import type { threadClasses as CLASSES, threadStates as STATES } from '../model/engine/generated/abi.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { drawing } from './marks/frame.ts';
import { statePattern } from './pattern.ts';
import type { KeyEntry } from './pattern-key.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { AXIS_LINES, type AxisWords, type Stretch, timeAxis, timeScale } from './time-axis.ts';

type StateName = (typeof STATES)[number];
type ClassName = (typeof CLASSES)[number];

/** A part of a row in one state: from when to when, and between which shares of the row's height. */
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
  /** How many threads it stands for. */
  readonly threads: number;
  /** Time of all its threads in each state, ns. */
  readonly times: readonly { readonly state: StateName; readonly ns: number }[];
  /** Made only for a picture. */
  readonly areas: () => readonly StateArea[];
}

export interface ThreadStatesData extends Stretch {
  readonly rows: readonly ThreadRow[];
}

export interface ThreadStatesWords extends AxisWords {
  /** Of all threads, or of those of one class. */
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

/** How a state is drawn: a core that works for what its thread carries runs, seen from outside. */
const drawn = (state: StateName): VisibleState => (state === 'carrying' ? 'user' : state);

const ROW_LINES = 1.5;

/** The states as they are drawn that any thread was in. */
const statesIn = ({ rows }: ThreadStatesData): VisibleState[] => [
  ...new Set(rows.flatMap(({ times }) => times.map(({ state }) => drawn(state)))),
];

/** What the patterns and the heights of a drawing mean. */
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

function draw(data: ThreadStatesData, box: Box, palette: Palette, words: ThreadStatesWords): SvgNode {
  const { fontSize, width, height } = box;
  const widest = Math.max(0, ...data.rows.map(({ name }) => textWidth(name, fontSize)));
  const left = Math.min(widest + fontSize, width * 0.4);
  const right = width - 2;
  const toX = timeScale(data, left, right);
  const bottom = height - fontSize * AXIS_LINES;
  const step = Math.min(fontSize * ROW_LINES * 2, bottom / Math.max(1, data.rows.length));
  const rows = data.rows.flatMap(({ name, areas }, i) => {
    const base = (i + 1) * step - 1;
    const full = step - 2;
    const paths = new Map<VisibleState, string>();
    for (const { state, fromNs, toNs, low, high } of areas()) {
      const x0 = Math.max(left, toX(fromNs));
      const w = Math.max(0.3, Math.min(right, toX(toNs)) - x0);
      const h = (high - low) * full;
      const d = `M${px(x0)} ${px(base - low * full)}h${px(w)}v${px(-h)}h${px(-w)}z`;
      paths.set(drawn(state), (paths.get(drawn(state)) ?? '') + d);
    }
    const label = {
      x: px(left - fontSize * 0.5),
      y: px(base - full / 2 + fontSize * 0.35),
      textAnchor: 'end',
    };
    return [
      svg('text', { ...label, fontSize, fill: palette.ink }, name),
      ...[...paths].map(([state, d]) => svg('path', { d, fill: `url(#thread-${state})` })),
    ];
  });
  return drawing(
    box,
    svg('defs', {}, ...statesIn(data).map((state) => statePattern(`thread-${state}`, state, palette))),
    ...rows,
    ...timeAxis(data, toX, bottom, box, palette, words),
  );
}

/** Stands in a sentence for the second state of threads that had only one. */
const NONE = 'none';

const timeIn = ({ times }: ThreadRow, state: StateName): number =>
  times.find((time) => time.state === state)?.ns ?? 0;

/** For each class, the two states it spent most of its time in. */
function describe({ rows, fromNs, toNs }: ThreadStatesData, words: ThreadStatesWords): string {
  if (rows.every(({ times }) => times.length === 0)) return words.empty;
  const classes = [...new Set(rows.map((row) => row.class))].map((name) => {
    const own = rows.filter((row) => row.class === name);
    const count = own.reduce((sum, { threads }) => sum + threads, 0);
    const times = new Map<StateName, number>();
    for (const { state, ns } of own.flatMap((row) => row.times))
      times.set(state, (times.get(state) ?? 0) + ns);
    const [first, second] = [...times].filter(([, ns]) => ns > 0).sort(([, one], [, other]) => other - one);
    const share = (ns: number) => words.percent(ns / (count * (toNs - fromNs)));
    return words.sentence({
      threads: words.className(name, count),
      first: words.state(first?.[0] ?? 'idle', name),
      firstShare: share(first?.[1] ?? 0),
      second: second ? words.state(second[0], name) : NONE,
      secondShare: second ? share(second[1]) : NONE,
    });
  });
  return words.whole(classes);
}

export const threadStates = {
  id: 'thread-states',
  draw,
  describe,
  table: ({ rows }, words) => {
    const used = [...new Set(rows.flatMap(({ times }) => times.map(({ state }) => state)))];
    return {
      caption: words.tableCaption,
      columns: [
        { title: words.tableThread, unit: 'text' },
        ...used.map((state) => ({ title: words.state(state), unit: 'ns' }) as const),
      ],
      rows: rows.map((row) => [row.name, ...used.map((state) => timeIn(row, state))]),
    };
  },
} as const satisfies ChartSpec<ThreadStatesData, ThreadStatesWords>;
