/**
 * One request and the threads it uses. The first lane has its phases; below are its caller, event loop, wire
 * and Redis. Work for the request stands out from other work.
 */

import { sum } from 'd3-array';
import type { Palette, VisibleState } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, tableOf, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { ruleY } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { statePattern } from './pattern.ts';
import type { KeyEntry } from './pattern-key.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { AXIS_LINES, type AxisWords, type Stretch, timeAxis, timeScale } from './time-axis.ts';
import type { Scale } from './value-scale.ts';

export interface LaneSpan {
  readonly fromNs: number;
  readonly toNs: number;
  readonly state: VisibleState;
  /** Whether it belongs to the followed request. */
  readonly isOwn: boolean;
  /** The request it works for, if any. */
  readonly request?: number | undefined;
  /** Its name, for the tooltip and the table. */
  readonly name: string;
}

export interface Lane {
  readonly name: string;
  /** Number of the thread in the trace. */
  readonly lane?: number;
  readonly spans: readonly LaneSpan[];
  /** The request's own lane has the names of its phases below. */
  readonly isLabelled: boolean;
}

export interface SwimLaneData extends Stretch {
  readonly side: SideName;
  readonly lanes: readonly Lane[];
}

export interface SwimLaneWords extends AxisWords {
  readonly duration: (ns: number) => string;
  readonly tableCaption: string;
  readonly tableLane: string;
  readonly tableWhat: string;
  readonly tableFrom: string;
  readonly tableTime: string;
  readonly sentence: (facts: { lanes: string; own: string; share: string }) => string;
  readonly percent: (share: number) => string;
  readonly joiner: string;
}

const STATES: readonly VisibleState[] = [
  ...(['user', 'kernel', 'switch', 'runnable'] as const),
  ...(['waitConnection', 'waitReply', 'idle', 'wire'] as const),
];

/** The legend of the states that occur. */
export const swimLaneKey = (
  { lanes }: SwimLaneData,
  palette: Palette,
  name: (state: VisibleState) => string,
): KeyEntry[] => {
  const has = new Set(lanes.flatMap(({ spans }) => spans.map(({ state }) => state)));
  return STATES.filter((state) => has.has(state)).map((state) => ({
    pattern: `lane-${state}`,
    label: name(state),
    height: palette.states[state].height,
  }));
};

/** Height of a drawing with `lanes` lanes, in lines of text. */
export const swimLaneLines = (lanes: number): number => lanes * 2.2 + 1.4 + AXIS_LINES + 0.8;

/** The name of the request's lane is bold, hence wider. */
const BOLD = 1.2;
const nameWidth = ({ name, isLabelled }: Lane, fontSize: number): number =>
  textWidth(name, fontSize) * (isLabelled ? BOLD : 1);

/** Left and right end of the time axis, beside the lane names. */
export function areaOf(box: Box, { lanes }: SwimLaneData): { left: number; right: number } {
  const widest = Math.max(...lanes.map((lane) => nameWidth(lane, box.fontSize)));
  return { left: Math.min(widest + box.fontSize, box.width * 0.4), right: box.width - 2 };
}

/** Every lane with its top edge, px. */
function lanePlaces({ lanes }: SwimLaneData, { fontSize }: Box): { lane: Lane; top: number }[] {
  let y = fontSize * 0.4;
  return lanes.map((lane) => {
    const top = y;
    y += fontSize * (lane.isLabelled ? 3.6 : 2.2);
    return { lane, top };
  });
}

const BAR_LINES = 1.5;

/** Index of the lane at a height, px; −1 above the first. */
export const rowAt = (data: SwimLaneData, box: Box, y: number): number =>
  lanePlaces(data, box).findLastIndex(({ top }) => top <= y);

/** Outlines around all work for a request. */
export function highlightLanes(data: SwimLaneData, box: Box, request: number, palette: Palette): SvgNode[] {
  const { left, right } = areaOf(box, data);
  const toX = timeScale(data, left, right);
  return lanePlaces(data, box).flatMap(({ lane, top }) =>
    lane.spans
      .filter((span) => span.request === request && span.toNs > data.fromNs && span.fromNs < data.toNs)
      .map(({ fromNs, toNs }) => {
        const from = Math.max(left, toX(fromNs));
        const width = Math.max(2, Math.min(right, toX(toNs)) - from);
        const style = { fill: 'none', stroke: palette.focus, strokeWidth: 2 };
        return barAt(from, top, width, box.fontSize * BAR_LINES, style);
      }),
  );
}

/** The rectangle of a span, px. */
function spanRect(
  { fromNs, toNs, state }: LaneSpan,
  toX: Scale,
  top: number,
  barHeight: number,
  palette: Palette,
) {
  const [left = 0, right = 0] = toX.range();
  const x = Math.max(left, toX(fromNs));
  const h = barHeight * Math.max(0.2, palette.states[state].height);
  const w = Math.max(0.6, Math.min(right, toX(toNs)) - x);
  return { x: px(x), y: px(top + barHeight - h), w: px(w), h: px(h) };
}

/** The spans of a lane: other requests' are pale, one path per state; the request's own have names. */
function spanMarks(
  { spans, isLabelled }: Lane,
  { fromNs, toNs }: SwimLaneData,
  toX: Scale,
  top: number,
  { fontSize }: Box,
  palette: Palette,
  words: SwimLaneWords,
): SvgNode[] {
  const barHeight = fontSize * BAR_LINES;
  const rect = (span: LaneSpan) => spanRect(span, toX, top, barHeight, palette);
  const visible = spans.filter((span) => span.toNs > fromNs && span.fromNs < toNs);
  const otherSpans = STATES.flatMap((state) => {
    const d = visible
      .filter((span) => !span.isOwn && span.state === state)
      .map(rect)
      .map(({ x, y, w, h }) => `M${x} ${y}h${w}v${h}h${-w}z`)
      .join('');
    return d === '' ? [] : [svg('path', { d, fill: `url(#lane-${state})`, opacity: 0.32 })];
  });
  const label = { textAnchor: 'middle', fontSize, fill: palette.inkSoft };
  const ownSpans = visible
    .filter(({ isOwn }) => isOwn)
    .flatMap((span) => {
      const { x, y, w, h } = rect(span);
      const style = {
        fill: `url(#lane-${span.state})`,
        stroke: palette.outline,
        strokeWidth: w > 3 ? 0.75 : 0,
      };
      const bar = barAt(x, y, w, h, style, `${span.name}: ${words.duration(span.toNs - span.fromNs)}`);
      const fits = isLabelled && textWidth(span.name, fontSize) + fontSize * 0.5 <= w;
      return fits ? [bar, textAt(span.name, x + w / 2, top + barHeight + fontSize * 1.15, label)] : [bar];
    });
  return [...otherSpans, ...ownSpans];
}

function draw(data: SwimLaneData, box: Box, palette: Palette, words: SwimLaneWords): SvgNode {
  const { fontSize, height } = box;
  const { left, right } = areaOf(box, data);
  const toX = timeScale(data, left, right);
  const clip = { clipPath: 'url(#swim-lane-area)' };
  const bottom = (swimLaneLines(data.lanes.length) - AXIS_LINES - 0.4) * fontSize;
  const room = left - fontSize;
  // On a narrow page a long name is compressed, not truncated.
  const squeezed = { textLength: px(room), lengthAdjust: 'spacingAndGlyphs' };
  const lanes = lanePlaces(data, box).flatMap(({ lane, top }) => {
    const base = top + fontSize * BAR_LINES;
    const name = textAt(lane.name, left - fontSize * 0.5, top + fontSize * BAR_LINES * 0.72, {
      textAnchor: 'end',
      fontSize,
      fill: lane.isLabelled ? palette.accent[data.side] : palette.ink,
      fontWeight: lane.isLabelled ? 600 : undefined,
      ...(nameWidth(lane, fontSize) > room ? squeezed : {}),
    });
    return [
      name,
      ruleY(base, left, right, { stroke: palette.line }),
      svg('g', clip, ...spanMarks(lane, data, toX, top, box, palette, words)),
    ];
  });
  return drawing(
    box,
    svg('defs', {}, ...STATES.map((state) => statePattern(`lane-${state}`, state, palette))),
    svg('clipPath', { id: 'swim-lane-area' }, barAt(left, 0, right - left, height, {})),
    ...lanes,
    ...timeAxis(data, toX, bottom, box, palette, words),
  );
}

const isBusy = ({ state }: LaneSpan): boolean => state === 'user' || state === 'kernel' || state === 'switch';

/** Time for the request, and all time in the lane other than sleep. */
function busy({ spans }: Lane): { own: number; all: number } {
  const timeOf = (some: readonly LaneSpan[]) => sum(some, ({ fromNs, toNs }) => toNs - fromNs);
  const working = spans.filter(isBusy);
  return { own: timeOf(working.filter(({ isOwn }) => isOwn)), all: timeOf(working) };
}

export const swimLane = {
  id: 'swim-lane',
  draw,
  table: ({ lanes, zeroNs }, words) => {
    const own = lanes.flatMap(({ name: lane, spans }) =>
      spans.filter(({ isOwn }) => isOwn).map((span) => ({ ...span, lane })),
    );
    return tableOf(words.tableCaption, own, [
      { title: words.tableLane, unit: 'text', cell: ({ lane }) => lane },
      { title: words.tableWhat, unit: 'text', cell: ({ name }) => name },
      { title: words.tableFrom, unit: 'ns', isInstant: true, cell: ({ fromNs }) => fromNs - zeroNs },
      { title: words.tableTime, unit: 'ns', cell: ({ fromNs, toNs }) => toNs - fromNs },
    ]);
  },
  describe: (data, words) => {
    const threads = data.lanes.filter((lane) => !lane.isLabelled && busy(lane).own > 0);
    const [own, all] = [sum(threads, (lane) => busy(lane).own), sum(threads, (lane) => busy(lane).all)];
    const sentence = words.sentence({
      lanes: threads.map(({ name }) => name).join(words.joiner),
      own: words.duration(own),
      share: words.percent(all > 0 ? own / all : 0),
    });
    return prose([sentence, ...changeTexts(data.changes, data.fromNs, data.toNs)]);
  },
} as const satisfies ChartSpec<SwimLaneData, SwimLaneWords>;
