/**
 * Space-time diagram: requests of one connection as lines from the caller to Redis and back. A horizontal
 * piece is a stay, a diagonal the wire; its width is the one-way delay. Pipelining shows parallel diagonals;
 * a pool shows one line after another.
 */

import { sum } from 'd3-array';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, tableOf, textWidth, widest } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { type Area, drawing } from './marks/frame.ts';
import { ruleY } from './marks/rule.ts';
import { halo, textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { DEPTH, type PhaseName, PLACES, type Place, type RequestPath, STAYS } from './request-places.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { AXIS_LINES, type AxisWords, type Stretch, timeAxis, timeScale } from './time-axis.ts';
import type { Scale } from './value-scale.ts';

export interface SpaceTimeData extends Stretch {
  readonly side: SideName;
  readonly followed: RequestPath;
  /** Shared connection, from 1; 0 = none. */
  readonly connection: number;
  readonly neighbours: readonly RequestPath[];
  /** Number of neighbours in the interval that are not drawn. */
  readonly omitted: number;
  /**
   * Maximum number of requests in flight on the connection, drawn or not; for a split batch, of its parts.
   */
  readonly most: number;
  /** For a batch over several slots, the paths of its parts in send order. */
  readonly parts: readonly RequestPath[];
}

export interface SpaceTimeWords extends AxisWords {
  readonly place: (place: Place) => string;
  readonly phase: (stay: PhaseName | 'takeConnection') => string;
  readonly duration: (ns: number) => string;
  readonly tableCaption: string;
  readonly tablePhase: string;
  readonly tableFrom: string;
  readonly tablePlace: string;
  readonly tableTime: string;
  readonly sentence: (facts: { request: string; out: string; back: string; total: string }) => string;
  /** Describes a split batch, instead of its own path and neighbours. */
  readonly parts: (facts: { request: string; total: string; count: number; most: number }) => string;
  readonly part: (facts: { number: number; phase: string }) => string;
  readonly neighbours: (facts: {
    count: number;
    most: number;
    connection: number;
    omitted: number;
  }) => string;
}

/** The plot area, beside the names of the places. */
export function areaOf({ width, height, fontSize }: Box, words: Pick<SpaceTimeWords, 'place'>): Area {
  return {
    left: Math.min(widest(PLACES.map(words.place), fontSize) + fontSize, width * 0.4),
    right: width - 2,
    top: fontSize * 0.9,
    bottom: height - fontSize * (AXIS_LINES + 0.5),
  };
}

/** The SVG paths of a request; waiting pieces are separate. */
function paths(
  { legs }: RequestPath,
  toX: (ns: number) => number,
  toY: (place: Place) => number,
): { served: string; waiting: string } {
  let served = '';
  let waiting = '';
  let last: number | undefined;
  for (const { phase, fromNs, toNs } of legs) {
    const { at, to = at, waits } = STAYS[phase];
    const [x0, x1, y0, y1] = [toX(fromNs), toX(toNs), toY(at), toY(to)].map(px);
    // Moves within a machine take no time.
    if (last !== undefined && last !== y0) served += `M${x0} ${last}V${y0}`;
    const piece = `M${x0} ${y0}L${x1} ${y1}`;
    if (waits) waiting += piece;
    else served += piece;
    last = y1;
  }
  return { served, waiting };
}

/** Pointer distance that selects a line, px. */
const REACH = 10;

const placesOf = (area: Area) => (place: Place) => area.top + DEPTH[place] * (area.bottom - area.top);

/** All drawn paths, the followed request's first. */
export const pathsOf = ({ followed, parts, neighbours }: SpaceTimeData): readonly RequestPath[] => [
  followed,
  ...parts,
  ...neighbours,
];

/** Index of the path nearest to a point, px; −1 = none. */
export function rowAt(
  data: SpaceTimeData,
  box: Box,
  words: Pick<SpaceTimeWords, 'place'>,
  x: number,
  y: number,
): number {
  const area = areaOf(box, words);
  const toY = placesOf(area);
  const timeNs = data.fromNs + ((x - area.left) / (area.right - area.left)) * (data.toNs - data.fromNs);
  let nearest = REACH;
  let found = -1;
  for (const [row, { legs }] of pathsOf(data).entries()) {
    const leg = legs.find(({ fromNs, toNs }) => fromNs <= timeNs && timeNs < toNs);
    if (!leg) continue;
    const { at, to = at } = STAYS[leg.phase];
    const share = (timeNs - leg.fromNs) / (leg.toNs - leg.fromNs);
    const distance = Math.abs(toY(at) + share * (toY(to) - toY(at)) - y);
    if (distance >= nearest) continue;
    nearest = distance;
    found = row;
  }
  return found;
}

/** The line of a highlighted request, drawn again and thicker. */
export function highlightPaths(
  data: SpaceTimeData,
  box: Box,
  words: Pick<SpaceTimeWords, 'place'>,
  request: number,
  palette: Palette,
): SvgNode[] {
  const area = areaOf(box, words);
  const toX = timeScale(data, area.left, area.right);
  return pathsOf(data)
    .filter(({ id }) => id === request)
    .map((path) => {
      const { served, waiting } = paths(path, toX, placesOf(area));
      const style = { fill: 'none', stroke: palette.focus, strokeWidth: 4, strokeLinecap: 'round' };
      return svg('path', { d: served + waiting, ...style, opacity: 0.8, clipPath: 'url(#space-time-area)' });
    });
}

/** A request's line; waiting pieces are dotted. */
function wayMark(
  path: RequestPath,
  toX: Scale,
  toY: (place: Place) => number,
  style: { readonly stroke: string; readonly strokeWidth: number; readonly opacity: number },
): SvgNode {
  const { served, waiting } = paths(path, toX, toY);
  const all = { fill: 'none', strokeLinecap: 'round', ...style };
  const dots = `${style.strokeWidth * 1.5} ${style.strokeWidth * 2}`;
  return svg(
    'g',
    { clipPath: 'url(#space-time-area)' },
    svg('title', {}, `#${path.id}`),
    svg('path', { d: served, ...all }),
    svg('path', { d: waiting, ...all, strokeDasharray: dots }),
  );
}

/**
 * Labels of the one-way delays. If they would overlap, the first is higher, where the lines are farther
 * apart.
 */
function wireTimes(
  { followed }: SpaceTimeData,
  toX: Scale,
  [high, low]: readonly [number, number],
  { fontSize }: Box,
  palette: Palette,
  words: SpaceTimeWords,
): SvgNode[] {
  const named = followed.legs.flatMap(({ phase, fromNs, toNs }) => {
    const { to } = STAYS[phase];
    const text = `${words.phase(phase)} ${words.duration(toNs - fromNs)}`;
    const room = toX(toNs) - toX(fromNs);
    const wide = textWidth(text, fontSize);
    if (to === undefined || wide > room * 0.9) return [];
    const isOut = to === 'serverSocket';
    const left = toX(fromNs) + (isOut ? room * 0.56 : room * 0.44 - wide);
    return [{ text, room, wide, isOut, left }];
  });
  return named.map(({ text, room, wide, isOut, left }, index) => {
    const next = named[index + 1];
    const above = next && next.left < left + wide ? fontSize * 1.5 : 0;
    const along = (above / (low - high)) * room * (isOut ? -1 : 1);
    return textAt(text, (isOut ? left : left + wide) + along, (high + low) / 2 - above, {
      textAnchor: isOut ? 'start' : 'end',
      fontSize,
      fontWeight: 600,
      fill: palette.ink,
      ...halo(palette, 4),
    });
  });
}

function draw(data: SpaceTimeData, box: Box, palette: Palette, words: SpaceTimeWords): SvgNode {
  const { fontSize, height } = box;
  const area = areaOf(box, words);
  const toX = timeScale(data, area.left, area.right);
  const toY = placesOf(area);
  const stroke = palette.accent[data.side];
  const soft = { textAnchor: 'end', fontSize, fill: palette.inkSoft };
  const rows = PLACES.flatMap((place) => [
    ruleY(toY(place), area.left, area.right, { stroke: palette.line }),
    textAt(words.place(place), area.left - fontSize * 0.5, toY(place) + fontSize * 0.35, soft),
  ]);
  const neighbour = { stroke: palette.inkSoft, strokeWidth: 1.2, opacity: 0.55 };
  return drawing(
    box,
    svg('clipPath', { id: 'space-time-area' }, barAt(area.left, 0, area.right - area.left, height, {})),
    ...rows,
    ...data.neighbours.map((path) => wayMark(path, toX, toY, neighbour)),
    ...data.parts.map((path) => wayMark(path, toX, toY, { stroke, strokeWidth: 1.4, opacity: 0.7 })),
    wayMark(data.followed, toX, toY, { stroke, strokeWidth: 3, opacity: 1 }),
    ...wireTimes(data, toX, [toY('clientSocket'), toY('serverSocket')], box, palette, words),
    ...timeAxis(data, toX, area.bottom + fontSize * 0.5, box, palette, words),
  );
}

const nameOf = ({ phase, takes }: RequestPath['legs'][number], words: SpaceTimeWords): string =>
  words.phase(takes ? 'takeConnection' : phase);

const timeIn = ({ legs }: RequestPath, name: PhaseName): number =>
  sum(legs, ({ phase, fromNs, toNs }) => (phase === name ? toNs - fromNs : 0));

export const spaceTime = {
  id: 'space-time',
  draw,
  table: (data, words) => {
    const own = data.followed.legs.map((leg) => ({ ...leg, name: nameOf(leg, words) }));
    const parts = data.parts.flatMap(({ legs }, index) =>
      legs.map((leg) => ({ ...leg, name: words.part({ number: index + 1, phase: nameOf(leg, words) }) })),
    );
    return tableOf(
      words.tableCaption,
      [...own, ...parts],
      [
        { title: words.tablePhase, unit: 'text', cell: ({ name }) => name },
        { title: words.tableFrom, unit: 'ns', isInstant: true, cell: ({ fromNs }) => fromNs - data.zeroNs },
        { title: words.tablePlace, unit: 'text', cell: ({ phase }) => words.place(STAYS[phase].at) },
        { title: words.tableTime, unit: 'ns', cell: ({ fromNs, toNs }) => toNs - fromNs },
      ],
    );
  },
  describe: (data, words) => {
    const { legs, id } = data.followed;
    const total = (legs.at(-1)?.toNs ?? 0) - (legs[0]?.fromNs ?? 0);
    const count = data.neighbours.length + data.omitted;
    const { connection, omitted, most: max, parts } = data;
    const changes = changeTexts(data.changes, data.fromNs, data.toNs);
    if (parts.length > 0) {
      const batch = { request: `#${id}`, total: words.duration(total), count: parts.length, most: max };
      return prose([words.parts(batch), ...changes]);
    }
    const facts = {
      request: `#${id}`,
      out: words.duration(timeIn(data.followed, 'wireOut')),
      back: words.duration(timeIn(data.followed, 'wireBack')),
      total: words.duration(total),
    };
    return prose([
      words.sentence(facts),
      words.neighbours({ count, most: max, connection, omitted }),
      ...changes,
    ]);
  },
} as const satisfies ChartSpec<SpaceTimeData, SpaceTimeWords>;
