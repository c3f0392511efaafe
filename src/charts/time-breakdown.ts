/**
 * Breakdown of the response time: the mean time of each phase, stacked in request order. The phases sum to
 * the mean response time exactly. Phases of one group share a colour and a pattern.
 */

import { cumsum, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import type { Palette } from '../lib/palette.ts';
import { phases as PHASES } from '../model/engine/generated/abi.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, type ColumnOf, tableOf, textWidth } from './chart.ts';
import { bottomAxis, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { textAt } from './marks/text.ts';
import type { KeyEntry } from './pattern-key.ts';
import { GROUPS, type GroupName, groupOf, groupPattern, type PhaseName } from './phase-groups.ts';
import { prose } from './prose.ts';
import { type SvgNode, svg } from './svg.ts';

/** Requests without a reply: failed, rejected by a full queue, or still waiting at the end. */
export interface LeftOut {
  readonly failed: number;
  readonly shed: number;
  readonly waiting: number;
}

export interface BreakdownSide {
  readonly id: SideName;
  /** Mean time per phase, ns; phases without time may be omitted. */
  readonly phases: readonly { readonly phase: PhaseName; readonly meanNs: number }[];
  /** Requests outside the means, if that matters. */
  readonly leftOut?: LeftOut;
}

export interface BreakdownData {
  readonly sides: readonly BreakdownSide[];
  /** Whether bars have equal length, in per cent, rather than time. */
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
  /** Text for a side without completed requests. */
  readonly noAnswers: (side: string) => string;
  readonly empty: string;
}

/** Whether there is anything to draw: phases of completed requests. */
export const hasTimes = ({ sides }: BreakdownData): boolean => sides.some((side) => totalOf(side) > 0);

const totalOf = ({ phases }: BreakdownSide): number => sum(phases, ({ meanNs }) => meanNs);

const sizeOf = (side: BreakdownSide, phase: PhaseName): number =>
  side.phases.find((entry) => entry.phase === phase)?.meanNs ?? 0;

/** The groups of phases that take time, in order. */
export const groupsIn = ({ sides }: BreakdownData): GroupName[] =>
  GROUPS.filter((group) =>
    sides.some(({ phases }) => phases.some(({ phase, meanNs }) => meanNs > 0 && groupOf(phase) === group)),
  );

/** The legend of the patterns. */
export const breakdownKey = (data: BreakdownData, words: BreakdownWords): KeyEntry[] =>
  groupsIn(data).map((group) => ({ pattern: `group-${group}`, label: words.group(group) }));

function rowOf(
  side: BreakdownSide,
  isShare: boolean,
  { top, height }: { readonly top: number; readonly height: number },
  x: (value: number) => number,
  { fontSize }: Box,
  palette: Palette,
  words: BreakdownWords,
): SvgNode[] {
  const total = totalOf(side);
  const unit = isShare ? Math.max(1e-9, total) : 1;
  const ends = cumsum(PHASES, (phase) => sizeOf(side, phase) / unit);
  const parts = PHASES.flatMap((phase, index) => {
    const ns = sizeOf(side, phase);
    if (ns <= 0) return [];
    const [from, to] = [x(ends[index - 1] ?? 0), x(ends[index] ?? 0)];
    const label = words.phase(phase);
    const style = { fill: `url(#group-${groupOf(phase)})`, stroke: palette.outline, strokeWidth: 0.75 };
    const bar = barAt(from, top, Math.max(0.5, to - from), height, style, `${label}: ${words.duration(ns)}`);
    if (textWidth(label, fontSize) + fontSize >= to - from) return [bar];
    // Text is below its part, never on a pattern.
    const soft = { textAnchor: 'middle', fontSize, fill: palette.inkSoft };
    return [bar, textAt(label, (from + to) / 2, top + height + fontSize * 1.1, soft)];
  });
  const title = words.total(words.side(side.id), total > 0 ? words.duration(total) : '–');
  const bold = { fontSize, fontWeight: 600, fill: palette.accent[side.id] };
  return [textAt(title, 0, top - fontSize * 0.5, bold), ...parts];
}

function draw(data: BreakdownData, box: Box, palette: Palette, words: BreakdownWords): SvgNode {
  const { fontSize, width, height } = box;
  const rowHeight = (height - fontSize * 3.2) / Math.max(1, data.sides.length);
  const barHeight = Math.max(fontSize, rowHeight - fontSize * 3.6);
  const longest = Math.max(...data.sides.map(totalOf), 1);
  const { unit, value } = durationOf(longest);
  const range = [0.5, width - 1];
  const x = scaleLinear([0, data.asShare ? 1 : longest], range);
  const inUnit = scaleLinear([0, data.asShare ? 100 : value], range);
  const ticks = inUnit.ticks(Math.max(2, Math.floor(width / (fontSize * 8))));
  const title = data.asShare ? words.xTitleShare : words.xTitle(unit);
  const axis = { ticks: ticksOn(inUnit, ticks, words.number), title, titleLine: 2.55 };
  return drawing(
    box,
    svg('defs', {}, ...GROUPS.map((group) => groupPattern(group, palette))),
    ...data.sides.flatMap((side, index) => {
      const place = { top: index * rowHeight + fontSize * 1.6, height: barHeight };
      return rowOf(side, data.asShare, place, x, box, palette, words);
    }),
    ...bottomAxis([0, width], height - fontSize * 2.7, axis, box, palette),
  );
}

/** Selects the sentence form of a single phase. */
const NONE = 'none';

function describe(data: BreakdownData, words: BreakdownWords): string {
  const sentences = data.sides.flatMap((side) => {
    const total = totalOf(side);
    const [first, second] = [...side.phases].sort((a, b) => b.meanNs - a.meanNs);
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
  table: ({ sides }, words) => {
    const shown = PHASES.filter((phase) => sides.some((side) => sizeOf(side, phase) > 0));
    // Undefined: the row of totals.
    const timeOf = (side: BreakdownSide, phase: PhaseName | undefined) =>
      phase ? sizeOf(side, phase) : totalOf(side);
    const known = (side: BreakdownSide, value: number) => (totalOf(side) > 0 ? value : undefined);
    return tableOf(
      words.tableCaption,
      [...shown, undefined],
      [
        {
          ...{ title: words.tablePhase, unit: 'text' },
          cell: (phase) => (phase ? words.phase(phase) : words.tableTotal),
        },
        ...sides.flatMap((side): ColumnOf<PhaseName | undefined>[] => {
          const name = words.side(side.id);
          return [
            { title: name, unit: 'ns', cell: (phase) => known(side, timeOf(side, phase)) },
            {
              ...{ title: words.tableShare(name), unit: 'share' },
              cell: (phase) => known(side, timeOf(side, phase) / totalOf(side)),
            },
          ];
        }),
      ],
    );
  },
} as const satisfies ChartSpec<BreakdownData, BreakdownWords>;
