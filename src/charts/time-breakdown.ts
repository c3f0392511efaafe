/**
 * Where the response time goes: the mean time of each phase, stacked in the order in which a request goes through them. The
 * phases add up to the mean response time exactly. Phases of one kind share a colour and a pattern.
 */

import { sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import type { Palette, VisibleState } from '../lib/palette.ts';
import { phases as PHASES } from '../model/engine/generated/abi.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { type PatternName, statePattern } from './pattern.ts';
import type { KeyEntry } from './pattern-key.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';

export type PhaseName = (typeof PHASES)[number];
/** Kinds of phases, in the order of the key. */
export const GROUPS = [
  'waitCaller',
  'waitConnection',
  'user',
  'runnable',
  'wire',
  'switch',
  'fanOut',
  'waitReply',
  'kernel',
] as const;
export type GroupName = (typeof GROUPS)[number];

/** Which are not named after the thread state whose colour they have: they have a pattern of their own, so that none is taken for another. */
const OWN_LOOKS = {
  waitCaller: { colour: 'idle', pattern: 'falling' },
  fanOut: { colour: 'switch', pattern: 'chequers' },
} as const satisfies Partial<Record<GroupName, { colour: VisibleState; pattern: PatternName }>>;

/** The colour and the pattern of a kind of phases. */
export function lookOf(
  group: GroupName,
  palette: Palette,
): { readonly colour: VisibleState; readonly pattern: PatternName } {
  if (isOwn(group)) return OWN_LOOKS[group];
  return { colour: group, pattern: palette.states[group].pattern };
}

const isOwn = (group: GroupName): group is keyof typeof OWN_LOOKS => group in OWN_LOOKS;

/**
 * The kind of each phase. One that has no line yet is shown as the phase before it; a test asks for the line. Those that are whole
 * round trips (`switch`) are neither on the wire nor with Redis alone: when many connections are opened at once, Redis has them for
 * longer than the wire.
 */
export const PHASE_GROUPS: Readonly<Partial<Record<PhaseName, GroupName>>> = {
  waitCaller: 'waitCaller',
  backoff: 'waitCaller',
  topology: 'switch',
  fanOut: 'fanOut',
  waitConnection: 'waitConnection',
  connect: 'switch',
  testOnBorrow: 'switch',
  prepare: 'user',
  taskQueue: 'runnable',
  clientWrite: 'user',
  flushWait: 'runnable',
  wireOut: 'wire',
  serverQueue: 'waitReply',
  serverRead: 'kernel',
  serverBatch: 'waitReply',
  execute: 'kernel',
  blocked: 'waitReply',
  replyQueue: 'waitReply',
  serverWrite: 'kernel',
  wireBack: 'wire',
  clientRead: 'runnable',
  decode: 'user',
  wakeUp: 'runnable',
  testOnReturn: 'switch',
  giveBack: 'user',
};

/** The kind of a phase. */
export function groupOf(phase: PhaseName): GroupName {
  const known = PHASES.slice(0, PHASES.indexOf(phase) + 1).findLast((before) => PHASE_GROUPS[before]);
  return (known && PHASE_GROUPS[known]) ?? 'user';
}

/** The thread state as which a phase is drawn among the lanes of threads. */
export function stateOf(phase: PhaseName): VisibleState {
  const group = groupOf(phase);
  return isOwn(group) ? IN_LANES[group] : group;
}

const IN_LANES: Readonly<Record<keyof typeof OWN_LOOKS, VisibleState>> = {
  waitCaller: 'waitConnection',
  fanOut: 'switch',
};

function groupPattern(group: GroupName, palette: Palette): SvgNode {
  const { colour, pattern } = lookOf(group, palette);
  return statePattern(`group-${group}`, colour, palette, pattern);
}

/** Requests without an answer: those that failed, those turned away because too many waited, and those that still wait at the end. */
export interface LeftOut {
  readonly failed: number;
  readonly shed: number;
  readonly waiting: number;
}

export interface BreakdownSide {
  readonly id: SideName;
  /** Mean time in each phase, ns; phases without time may be left out. */
  readonly phases: readonly { readonly phase: PhaseName; readonly meanNs: number }[];
  /** Requests that are in no mean, where that makes a difference. */
  readonly leftOut?: LeftOut;
}

export interface BreakdownData {
  readonly sides: readonly BreakdownSide[];
  /** Bars of the same length, in per cent, instead of bars in time. */
  readonly asShare: boolean;
}

export interface BreakdownWords {
  readonly xTitle: (unit: string) => string;
  readonly xTitleShare: string;
  readonly side: (id: SideName) => string;
  readonly phase: (phase: PhaseName) => string;
  readonly group: (group: GroupName) => string;
  readonly number: (value: number) => string;
  readonly duration: (ns: number) => string;
  readonly percent: (share: number) => string;
  readonly total: (side: string, value: string) => string;
  readonly tableCaption: string;
  readonly tablePhase: string;
  readonly tableShare: (side: string) => string;
  readonly tableTotal: string;
  readonly sentence: (
    facts: Record<'side' | 'total' | 'first' | 'firstShare' | 'second' | 'secondShare', string>,
  ) => string;
  readonly leftOut: (side: string, requests: LeftOut) => string;
  /** Of a side without answers. */
  readonly noAnswers: (side: string) => string;
  readonly empty: string;
}

/** Whether there is anything to draw: phases of requests that were answered. */
export const hasTimes = ({ sides }: BreakdownData): boolean => sides.some((side) => totalOf(side) > 0);

const totalOf = ({ phases }: BreakdownSide): number => sum(phases, ({ meanNs }) => meanNs);

const sizeOf = (side: BreakdownSide, phase: PhaseName): number =>
  side.phases.find((entry) => entry.phase === phase)?.meanNs ?? 0;

/** The kinds of phases that take time, in their order. */
export const groupsIn = ({ sides }: BreakdownData): GroupName[] =>
  GROUPS.filter((group) =>
    sides.some(({ phases }) => phases.some(({ phase, meanNs }) => meanNs > 0 && groupOf(phase) === group)),
  );

/** What the patterns of a drawing mean. */
export const breakdownKey = (data: BreakdownData, words: BreakdownWords): KeyEntry[] =>
  groupsIn(data).map((group) => ({ pattern: `group-${group}`, label: words.group(group) }));

function rowOf(
  side: BreakdownSide,
  data: BreakdownData,
  top: number,
  height: number,
  box: Box,
  palette: Palette,
  words: BreakdownWords,
  toPx: (value: number) => number,
): SvgNode[] {
  const total = totalOf(side);
  let from = 0;
  const parts = PHASES.flatMap((phase) => {
    const size = data.asShare ? sizeOf(side, phase) / Math.max(1e-9, total) : sizeOf(side, phase);
    if (size <= 0) return [];
    const [x0, x1] = [toPx(from), toPx(from + size)];
    from += size;
    const group = groupOf(phase);
    const label = words.phase(phase);
    const fits = textWidth(label, box.fontSize) + box.fontSize < x1 - x0;
    const rect = barAt(
      x0,
      top,
      Math.max(0.5, x1 - x0),
      height,
      { fill: `url(#group-${group})`, stroke: palette.outline, strokeWidth: 0.75 },
      `${label}: ${words.duration(sizeOf(side, phase))}`,
    );
    // Text never lies on a pattern: it stands below its part, with a tick.
    const middle = px((x0 + x1) / 2);
    return fits
      ? [
          rect,
          textAt(label, middle, top + height + box.fontSize * 1.1, {
            textAnchor: 'middle',
            fontSize: box.fontSize,
            fill: palette.inkSoft,
          }),
        ]
      : [rect];
  });
  const title = words.total(words.side(side.id), total > 0 ? words.duration(total) : '–');
  return [
    textAt(title, 0, top - box.fontSize * 0.5, {
      fontSize: box.fontSize,
      fontWeight: 600,
      fill: palette.accent[side.id],
    }),
    ...parts,
  ];
}

function draw(data: BreakdownData, box: Box, palette: Palette, words: BreakdownWords): SvgNode {
  const { fontSize, width, height } = box;
  const rowHeight = (height - fontSize * 3.2) / Math.max(1, data.sides.length);
  const barHeight = Math.max(fontSize, rowHeight - fontSize * 3.6);
  const longest = Math.max(...data.sides.map(totalOf), 1);
  const { unit, value } = durationOf(longest);
  const domain = data.asShare ? 1 : longest;
  const toPx = scaleLinear([0, domain], [0.5, width - 1]);
  const inUnit = scaleLinear([0, data.asShare ? 100 : value], [0.5, width - 1]);
  const bottom = height - fontSize * 2.7;
  const ticks = inUnit.ticks(Math.max(2, Math.floor(width / (fontSize * 8)))).flatMap((tick) => {
    const at = px(inUnit(tick));
    const anchor = at < fontSize ? 'start' : at > width - fontSize * 2 ? 'end' : 'middle';
    return [
      ruleX(at, bottom, bottom + 4, { stroke: palette.inkSoft }),
      textAt(words.number(tick), at, bottom + fontSize * 1.3, {
        textAnchor: anchor,
        fontSize,
        fill: palette.inkSoft,
      }),
    ];
  });
  return drawing(
    box,
    svg('defs', {}, ...GROUPS.map((group) => groupPattern(group, palette))),
    ...data.sides.flatMap((side, index) =>
      rowOf(side, data, index * rowHeight + fontSize * 1.6, barHeight, box, palette, words, toPx),
    ),
    ruleY(bottom, 0, width, { stroke: palette.inkSoft }),
    ...ticks,
    textAt(data.asShare ? words.xTitleShare : words.xTitle(unit), width, bottom + fontSize * 2.55, {
      textAnchor: 'end',
      fontSize,
      fill: palette.inkSoft,
    }),
  );
}

/** Stands in a sentence for the second phase of times that have only one. */
const NONE = 'none';

function describe(data: BreakdownData, words: BreakdownWords): string {
  const sentences = data.sides.flatMap((side) => {
    const total = totalOf(side);
    const [first, second] = [...side.phases].sort((one, other) => other.meanNs - one.meanNs);
    if (!first || total <= 0) return [words.noAnswers(words.side(side.id))];
    const isShared = second !== undefined && second.meanNs > 0;
    const share = (ns: number) => words.percent(ns / total);
    return [
      words.sentence({
        side: words.side(side.id),
        total: words.duration(total),
        first: words.phase(first.phase),
        firstShare: share(first.meanNs),
        second: isShared ? words.phase(second.phase) : NONE,
        secondShare: isShared ? share(second.meanNs) : NONE,
      }),
    ];
  });
  const leftOut = data.sides.flatMap(({ id, leftOut: out }) =>
    out && out.failed + out.shed + out.waiting > 0 ? [words.leftOut(words.side(id), out)] : [],
  );
  return sentences.length > 0 ? prose([...sentences, ...leftOut]) : words.empty;
}

export const timeBreakdown = {
  id: 'time-breakdown',
  draw,
  describe,
  table: (data, words) => {
    const cells = (side: BreakdownSide, ns: number) =>
      totalOf(side) > 0 ? [ns, ns / totalOf(side)] : [undefined, undefined];
    const shown = PHASES.filter((phase) => data.sides.some((side) => sizeOf(side, phase) > 0));
    return {
      caption: words.tableCaption,
      columns: [
        { title: words.tablePhase, unit: 'text' },
        ...data.sides.flatMap(({ id }) => [
          { title: words.side(id), unit: 'ns' as const },
          { title: words.tableShare(words.side(id)), unit: 'share' as const },
        ]),
      ],
      rows: [
        ...shown.map((phase) => [
          words.phase(phase),
          ...data.sides.flatMap((side) => cells(side, sizeOf(side, phase))),
        ]),
        [words.tableTotal, ...data.sides.flatMap((side) => cells(side, totalOf(side)))],
      ],
    };
  },
} as const satisfies ChartSpec<BreakdownData, BreakdownWords>;
