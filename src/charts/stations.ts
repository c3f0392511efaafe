/**
 * The path of a request as stations, one row a system: each a vessel filled by its utilisation, with its
 * demand and its queue below, and the bottleneck framed. On narrow screens the path runs downwards.
 */

import type { Palette } from '../lib/palette.ts';
import { STATIONS, type Station, type StationId } from '../model/explain/stations.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, fittedText, tableOf, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { hatched } from './pattern.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';

/** The stations of one side, in the order of the path. */
export interface SideStations {
  readonly side: SideName;
  readonly stations: readonly Station[];
}

export type StationsData = readonly SideStations[];

export interface StationsWords {
  readonly side: (side: SideName) => string;
  /** "Pool ×8". */
  readonly name: (station: Station) => string;
  /** "99% in use", "delay". */
  readonly use: (station: Station) => string;
  /** "1.05 ms per request"; empty if unknown. */
  readonly demand: (station: Station) => string;
  /** "192 waiting"; empty without a notable queue. */
  readonly waiting: (station: Station) => string;
  readonly bottleneck: string;
  readonly columns: Readonly<
    Record<'side' | 'station' | 'count' | 'utilisation' | 'demand' | 'waiting', string>
  >;
  readonly tableCaption: string;
  /** The bottleneck of a side; without one, its stations are empty. */
  readonly sentence: (facts: { side: string; stations: readonly string[] }) => string;
  readonly empty: string;
}

/** Minimum width of a station in a row, in font sizes. */
const MIN_COLUMN = 9.4;
/** Width of the sides' names, in font sizes. */
const LEFT = 2;
/** Height of a side in a row and of a station in a column, in font sizes. */
const ROW = 13.2;
const STEP = 4.6;
/** Height of a vessel, in font sizes. */
const VESSEL = 3.8;
const LINE = 1.35;
/** Smallest size of a demand that would be too wide, of the font size. */
const SMALLEST = 0.8;

/** The stations that any side has, in the order of the path. */
const columnsOf = (data: StationsData): StationId[] =>
  STATIONS.filter((id) => data.some(({ stations }) => stations.some((station) => station.id === id)));

const isColumn = (data: StationsData, { width, fontSize }: Pick<Box, 'width' | 'fontSize'>): boolean =>
  width < (LEFT + columnsOf(data).length * MIN_COLUMN) * fontSize;

/** Height of a side in a column, in font sizes. */
const columnHeight = ({ stations }: SideStations): number => stations.length * STEP + LINE * 1.6;

/** Height of the drawing, in lines of text. */
export const stationsLines = (data: StationsData, box: Pick<Box, 'width' | 'fontSize'>): number =>
  isColumn(data, box) ? data.reduce((sum, side) => sum + columnHeight(side), 0) : data.length * ROW;

/** The bottleneck has the full colour, the others a paler one; what is held while waiting is hatched. */
const fillOf = (side: SideName, { use, isBottleneck }: Station, { accent, rim }: Palette): string =>
  use === 'inUse'
    ? `url(#station-${side}${isBottleneck ? '-full' : ''})`
    : (isBottleneck ? accent : rim)[side];

const patterns = (data: StationsData, palette: Palette): SvgNode =>
  svg(
    'defs',
    {},
    ...data.flatMap(({ side }) => [
      hatched(`station-${side}`, palette.rim[side], 'diagonal', palette),
      hatched(`station-${side}-full`, palette.accent[side], 'diagonal', palette),
    ]),
  );

const frameOf = ({ use, isBottleneck }: Station, { ink, outline, paper }: Palette) => ({
  fill: paper,
  stroke: isBottleneck ? ink : outline,
  strokeWidth: isBottleneck ? 3 : 1,
  ...(use === 'delay' && { strokeDasharray: '4 3' }),
});

/** All of a station in words, for its tooltip. */
const wholeText = (station: Station, words: StationsWords): string =>
  [
    words.name(station),
    words.use(station),
    words.demand(station),
    words.waiting(station),
    ...(station.isBottleneck ? [words.bottleneck] : []),
  ]
    .filter((text) => text !== '')
    .join(' · ');

/** An arrow to the right or downwards, that ends at a point. */
function arrow(x: number, y: number, isDown: boolean, { inkSoft }: Palette): SvgNode {
  const d = isDown
    ? `M${px(x - 4)} ${px(y - 6)}L${px(x)} ${px(y)}L${px(x + 4)} ${px(y - 6)}`
    : `M${px(x - 6)} ${px(y - 4)}L${px(x)} ${px(y)}L${px(x - 6)} ${px(y + 4)}`;
  return svg('path', { d, fill: 'none', stroke: inkSoft, strokeWidth: 1.25 });
}

/** One side from left to right. A station that it lacks is passed. */
function rowOf(
  { side, stations }: SideStations,
  columns: readonly StationId[],
  top: number,
  box: Box,
  palette: Palette,
  words: StationsWords,
): SvgNode[] {
  const { width, fontSize } = box;
  const left = LEFT * fontSize;
  const column = (width - left) / columns.length;
  const vessel = Math.min(column - fontSize * 2.2, fontSize * 8);
  const [upper, lower] = [top + LINE * 2.2 * fontSize, top + (LINE * 2.2 + VESSEL) * fontSize];
  const middle = (upper + lower) / 2;
  const room = column - fontSize * 0.3;
  const text = (content: string, x: number, line: number, style: SvgNode['attributes'] = {}) =>
    textAt(fittedText(content, room, Number(style.fontSize ?? fontSize)), x, line, {
      ...{ fontSize, fill: palette.ink, textAnchor: 'middle', ...style },
    });
  const widest = Math.max(...stations.map((station) => textWidth(words.demand(station), fontSize)));
  // In tenths of a pixel, rounded down: a text that fills its room exactly would be cut by a rounding error.
  const demandSize = Math.floor(10 * fontSize * Math.max(SMALLEST, Math.min(1, room / widest))) / 10;
  let from = left * 0.8;
  const nodes = stations.flatMap((station) => {
    const x = left + (columns.indexOf(station.id) + 0.5) * column;
    const start = x - vessel / 2;
    const link = [
      ruleY(middle, from, start, { stroke: palette.inkSoft, strokeWidth: 1.25 }),
      arrow(start - 1, middle, false, palette),
    ];
    from = start + vessel;
    const filled = (station.utilisation ?? 0) * VESSEL * fontSize;
    const below = (line: number) => lower + (0.15 + line * LINE) * fontSize;
    return [
      ...link,
      ...(station.isBottleneck
        ? [text(words.bottleneck, x, upper - LINE * 1.35 * fontSize, { fontWeight: 700 })]
        : []),
      text(words.name(station), x, upper - fontSize * 0.5, {
        fontWeight: station.isBottleneck ? 700 : undefined,
      }),
      barAt(start, upper, vessel, lower - upper, frameOf(station, palette), wholeText(station, words)),
      ...(filled > 0
        ? [
            barAt(start + 2, lower - filled, vessel - 4, filled, {
              fill: fillOf(side, station, palette),
              pointerEvents: 'none',
            }),
          ]
        : []),
      text(words.use(station), x, below(1), { fontWeight: station.isBottleneck ? 700 : undefined }),
      text(words.demand(station), x, below(2), { fontSize: demandSize, fill: palette.inkSoft }),
      text(words.waiting(station), x, below(3)),
    ];
  });
  return [
    textAt(words.side(side), 0, middle + fontSize * 0.35, {
      ...{ fontSize: fontSize * 1.15, fontWeight: 700, fill: palette.accent[side] },
    }),
    ...nodes,
    ruleY(middle, from, width - 1, { stroke: palette.inkSoft, strokeWidth: 1.25 }),
    arrow(width - 1, middle, false, palette),
  ];
}

/** One side downwards: name and utilisation, a bar, demand and queue. */
function columnOf(
  { side, stations }: SideStations,
  top: number,
  { width, fontSize }: Box,
  palette: Palette,
  words: StationsWords,
): SvgNode[] {
  const [left, right] = [fontSize * 1.4, width - 2];
  const first = top + LINE * 1.6 * fontSize;
  const last = first + stations.length * STEP * fontSize - fontSize * 0.6;
  const text = (content: string, y: number, style: SvgNode['attributes']) =>
    textAt(content, style.textAnchor === 'end' ? right : left, y, { fontSize, fill: palette.ink, ...style });
  return [
    textAt(words.side(side), 0, top + fontSize * 1.1, {
      ...{ fontSize: fontSize * 1.15, fontWeight: 700, fill: palette.accent[side] },
    }),
    ruleX(fontSize * 0.5, first, last, { stroke: palette.inkSoft, strokeWidth: 1.25 }),
    arrow(fontSize * 0.5, last, true, palette),
    ...stations.flatMap((station, index) => {
      const y = first + index * STEP * fontSize;
      const fontWeight = station.isBottleneck ? 700 : undefined;
      const use = words.use(station);
      const [upper, thick] = [y + fontSize * 1.45, fontSize * 0.9];
      const filled = (station.utilisation ?? 0) * (right - left);
      const name = station.isBottleneck
        ? `${words.name(station)} · ${words.bottleneck}`
        : words.name(station);
      const rest = [words.demand(station), words.waiting(station)].filter((part) => part !== '');
      return [
        text(fittedText(name, right - left - textWidth(use, fontSize) - fontSize, fontSize), y + fontSize, {
          fontWeight,
        }),
        text(use, y + fontSize, { textAnchor: 'end', fontWeight }),
        barAt(left, upper, right - left, thick, frameOf(station, palette), wholeText(station, words)),
        ...(filled > 0
          ? [
              barAt(left, upper + 1.5, filled, thick - 3, {
                fill: fillOf(side, station, palette),
                pointerEvents: 'none',
              }),
            ]
          : []),
        text(rest.join(' · '), upper + thick + fontSize * 1.2, { fill: palette.inkSoft }),
      ];
    }),
  ];
}

function draw(data: StationsData, box: Box, palette: Palette, words: StationsWords): SvgNode {
  const { fontSize } = box;
  if (!isColumn(data, box)) {
    const columns = columnsOf(data);
    return drawing(
      box,
      patterns(data, palette),
      ...data.flatMap((side, index) => rowOf(side, columns, index * ROW * fontSize, box, palette, words)),
    );
  }
  let top = 0;
  const sides = data.flatMap((side) => {
    const nodes = columnOf(side, top, box, palette, words);
    top += columnHeight(side) * fontSize;
    return nodes;
  });
  return drawing(box, patterns(data, palette), ...sides);
}

const describe = (data: StationsData, words: StationsWords): string =>
  data.length === 0
    ? words.empty
    : prose(
        data.map(({ side, stations }) =>
          words.sentence({
            side: words.side(side),
            stations: stations.filter(({ isBottleneck }) => isBottleneck).map(words.name),
          }),
        ),
      );

const NS_PER_US = 1000;

export const stationsChart = {
  id: 'stations',
  draw,
  describe,
  table: (data, words) =>
    tableOf(
      words.tableCaption,
      data.flatMap(({ side, stations }) => stations.map((station) => ({ side, station }))),
      [
        {
          ...{ title: words.columns.station, unit: 'text' },
          cell: ({ station }) =>
            station.isBottleneck ? `${words.name(station)} · ${words.bottleneck}` : words.name(station),
        },
        { title: words.columns.side, unit: 'text', cell: ({ side }) => words.side(side) },
        { title: words.columns.count, unit: 'number', cell: ({ station }) => station.count },
        { title: words.columns.utilisation, unit: 'share', cell: ({ station }) => station.utilisation },
        {
          ...{ title: words.columns.demand, unit: 'ns' },
          cell: ({ station: { demandUs } }) => (demandUs === undefined ? undefined : demandUs * NS_PER_US),
        },
        { title: words.columns.waiting, unit: 'number', cell: ({ station }) => station.waiting },
      ],
    ),
} as const satisfies ChartSpec<StationsData, StationsWords>;
