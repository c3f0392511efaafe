/**
 * Time against place: requests of one connection as lines that go from the caller down to Redis and up again. A flat piece is
 * a stay, a diagonal the way on the wire, and its width the one-way delay. Pipelining is diagonals side by side; a pool is one
 * line after the other.
 */

import type { Palette } from '../lib/palette.ts';
import type { phases as PHASES } from '../model/engine/generated/abi.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { ruleY } from './marks/rule.ts';
import { halo, textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { AXIS_LINES, type AxisWords, type Stretch, timeAxis, timeScale } from './time-axis.ts';

type PhaseName = (typeof PHASES)[number];

/** Where a request can be, from the caller to Redis, and how far down that is drawn. */
export const PLACES = ['caller', 'library', 'clientSocket', 'serverSocket', 'redis'] as const;
export type Place = (typeof PLACES)[number];
const DEPTH: Readonly<Record<Place, number>> = {
  caller: 0,
  library: 0.13,
  clientSocket: 0.26,
  serverSocket: 0.78,
  redis: 1,
};

interface Stay {
  readonly at: Place;
  /** Where it is at the end; absent where it stays. */
  readonly to?: Place;
  /** Whether it waits there, instead of being served. */
  readonly waits?: true;
}

const STAYS: Readonly<Record<PhaseName, Stay>> = {
  waitCaller: { at: 'caller', waits: true },
  backoff: { at: 'caller', waits: true },
  topology: { at: 'library', waits: true },
  fanOut: { at: 'library', waits: true },
  waitConnection: { at: 'library', waits: true },
  connect: { at: 'clientSocket' },
  testOnBorrow: { at: 'clientSocket' },
  prepare: { at: 'caller' },
  taskQueue: { at: 'library', waits: true },
  clientWrite: { at: 'clientSocket' },
  flushWait: { at: 'library', waits: true },
  wireOut: { at: 'clientSocket', to: 'serverSocket' },
  serverQueue: { at: 'serverSocket', waits: true },
  serverRead: { at: 'serverSocket' },
  serverBatch: { at: 'redis', waits: true },
  execute: { at: 'redis' },
  blocked: { at: 'redis', waits: true },
  replyQueue: { at: 'redis', waits: true },
  serverWrite: { at: 'serverSocket' },
  wireBack: { at: 'serverSocket', to: 'clientSocket' },
  clientRead: { at: 'clientSocket', waits: true },
  decode: { at: 'library' },
  wakeUp: { at: 'caller', waits: true },
  testOnReturn: { at: 'clientSocket' },
  giveBack: { at: 'library' },
};

export interface Way {
  readonly id: number;
  readonly legs: readonly {
    readonly phase: PhaseName;
    /** At the pool: it takes a connection without waiting for it. */
    readonly takes?: boolean;
    readonly fromNs: number;
    readonly toNs: number;
  }[];
}

export interface SpaceTimeData extends Stretch {
  readonly side: SideName;
  readonly followed: Way;
  /** Connection both it and its neighbours had, from 1; 0 when it has none. */
  readonly connection: number;
  readonly neighbours: readonly Way[];
  /** Neighbours in the stretch that are not drawn. */
  readonly omitted: number;
  /** Most requests of the connection that were under way at once, drawn or not; of a batch in parts its parts. */
  readonly most: number;
  /** Of a batch in several slots the ways of its parts, in the order in which they were taken. */
  readonly parts: readonly Way[];
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
  /** What is said of a batch in parts, instead of its own way and its neighbours. */
  readonly parts: (facts: { request: string; total: string; count: number; most: number }) => string;
  readonly part: (facts: { number: number; phase: string }) => string;
  readonly neighbours: (facts: {
    count: number;
    most: number;
    connection: number;
    omitted: number;
  }) => string;
}

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the lines are drawn, beside the names of the places. */
export function areaOf(box: Box, words: Pick<SpaceTimeWords, 'place'>): Area {
  const widest = Math.max(...PLACES.map((place) => textWidth(words.place(place), box.fontSize)));
  return {
    left: Math.min(widest + box.fontSize, box.width * 0.4),
    right: box.width - 2,
    top: box.fontSize * 0.9,
    bottom: box.height - box.fontSize * (AXIS_LINES + 0.5),
  };
}

/** A way as a path; pieces of waiting apart from the others. */
function paths(
  { legs }: Way,
  toX: (ns: number) => number,
  toY: (place: Place) => number,
): { served: string; waiting: string } {
  let served = '';
  let waiting = '';
  let last: number | undefined;
  for (const { phase, fromNs, toNs } of legs) {
    const { at, to = at, waits } = STAYS[phase];
    const [x0, x1, y0, y1] = [toX(fromNs), toX(toNs), toY(at), toY(to)].map(px);
    // The way from one place to the next within a machine takes no time of its own.
    if (last !== undefined && last !== y0) served += `M${x0} ${last}V${y0}`;
    const piece = `M${x0} ${y0}L${x1} ${y1}`;
    if (waits) waiting += piece;
    else served += piece;
    last = y1;
  }
  return { served, waiting };
}

/** How near to a line one has to point, px. */
const REACH = 10;

const placesOf = (area: Area) => (place: Place) => area.top + DEPTH[place] * (area.bottom - area.top);

/** All ways that are drawn: that of the request first. */
export const waysOf = ({ followed, parts, neighbours }: SpaceTimeData): readonly Way[] => [
  followed,
  ...parts,
  ...neighbours,
];

/** The way whose line is next to a place of the drawing, px; −1 where there is none. */
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
  for (const [row, { legs }] of waysOf(data).entries()) {
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

/** The line of a request, where it is drawn, once more and thicker. */
export function litWays(
  data: SpaceTimeData,
  box: Box,
  words: Pick<SpaceTimeWords, 'place'>,
  request: number,
  palette: Palette,
): SvgNode[] {
  const area = areaOf(box, words);
  const toX = timeScale(data, area.left, area.right);
  return waysOf(data)
    .filter(({ id }) => id === request)
    .map((way) => {
      const { served, waiting } = paths(way, toX, placesOf(area));
      const style = { fill: 'none', stroke: palette.focus, strokeWidth: 4, strokeLinecap: 'round' };
      return svg('path', { d: served + waiting, ...style, opacity: 0.8, clipPath: 'url(#space-time-area)' });
    });
}

function draw(data: SpaceTimeData, box: Box, palette: Palette, words: SpaceTimeWords): SvgNode {
  const { fontSize, height } = box;
  const area = areaOf(box, words);
  const toX = timeScale(data, area.left, area.right);
  const toY = placesOf(area);
  const rows = PLACES.flatMap((place) => {
    const y = px(toY(place));
    return [
      ruleY(y, area.left, area.right, { stroke: palette.line }),
      textAt(words.place(place), area.left - fontSize * 0.5, y + fontSize * 0.35, {
        textAnchor: 'end',
        fontSize,
        fill: palette.inkSoft,
      }),
    ];
  });
  const line = (way: Way, stroke: string, strokeWidth: number, opacity: number) => {
    const { served, waiting } = paths(way, toX, toY);
    const style = { fill: 'none', stroke, strokeWidth, opacity, strokeLinecap: 'round' };
    return svg(
      'g',
      { clipPath: 'url(#space-time-area)' },
      svg('title', {}, `#${way.id}`),
      svg('path', { d: served, ...style }),
      svg('path', { d: waiting, ...style, strokeDasharray: `${strokeWidth * 1.5} ${strokeWidth * 2}` }),
    );
  };
  const named = data.followed.legs.flatMap(({ phase, fromNs, toNs }) => {
    if (STAYS[phase].to === undefined) return [];
    const text = `${words.phase(phase)} ${words.duration(toNs - fromNs)}`;
    const room = toX(toNs) - toX(fromNs);
    const wide = textWidth(text, fontSize);
    if (wide > room * 0.9) return [];
    const isOut = STAYS[phase].to === 'serverSocket';
    const left = toX(fromNs) + (isOut ? room * 0.56 : room * 0.44 - wide);
    return [{ text, room, wide, isOut, left }];
  });
  const [high, low] = [toY('clientSocket'), toY('serverSocket')];
  // What the diagonals last, beside them; where two would cover each other, the first stands above: there the lines are farther apart.
  const labels = named.map(({ text, room, wide, isOut, left }, i) => {
    const next = named[i + 1];
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
  return drawing(
    box,
    svg('clipPath', { id: 'space-time-area' }, barAt(area.left, 0, area.right - area.left, height, {})),
    ...rows,
    ...data.neighbours.map((way) => line(way, palette.inkSoft, 1.2, 0.55)),
    ...data.parts.map((way) => line(way, palette.accent[data.side], 1.4, 0.7)),
    line(data.followed, palette.accent[data.side], 3, 1),
    ...labels,
    ...timeAxis(data, toX, area.bottom + fontSize * 0.5, box, palette, words),
  );
}

const nameOf = ({ phase, takes }: Way['legs'][number], words: SpaceTimeWords): string =>
  words.phase(takes ? 'takeConnection' : phase);

const timeIn = ({ legs }: Way, name: PhaseName): number =>
  legs.reduce((sum, { phase, fromNs, toNs }) => (phase === name ? sum + toNs - fromNs : sum), 0);

export const spaceTime = {
  id: 'space-time',
  draw,
  table: (data, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.tablePhase, unit: 'text' },
      { title: words.tableFrom, unit: 'ns', isInstant: true },
      { title: words.tablePlace, unit: 'text' },
      { title: words.tableTime, unit: 'ns' },
    ],
    rows: [
      ...data.followed.legs.map((leg) => ({ leg, name: nameOf(leg, words) })),
      ...data.parts.flatMap(({ legs }, i) =>
        legs.map((leg) => ({ leg, name: words.part({ number: i + 1, phase: nameOf(leg, words) }) })),
      ),
    ].map(({ leg: { phase, fromNs, toNs }, name }) => [
      name,
      fromNs - data.zeroNs,
      words.place(STAYS[phase].at),
      toNs - fromNs,
    ]),
  }),
  describe: (data, words) => {
    const { legs, id } = data.followed;
    const total = (legs.at(-1)?.toNs ?? 0) - (legs[0]?.fromNs ?? 0);
    const count = data.neighbours.length + data.omitted;
    const { connection, omitted, most, parts } = data;
    const changes = changeTexts(data.changes, data.fromNs, data.toNs);
    if (parts.length > 0) {
      const batch = { request: `#${id}`, total: words.duration(total), count: parts.length, most };
      return prose([words.parts(batch), ...changes]);
    }
    const facts = {
      request: `#${id}`,
      out: words.duration(timeIn(data.followed, 'wireOut')),
      back: words.duration(timeIn(data.followed, 'wireBack')),
      total: words.duration(total),
    };
    return prose([words.sentence(facts), words.neighbours({ count, most, connection, omitted }), ...changes]);
  },
} as const satisfies ChartSpec<SpaceTimeData, SpaceTimeWords>;
