/** The answer of a sweep on its lines: a ring at the smallest sufficient value, and a bar at the best ones. */
import type { Palette } from '../lib/palette.ts';
import { textWidth } from './chart.ts';
import { dot } from './marks/dot.ts';
import type { Area } from './marks/frame.ts';
import type { Places } from './marks/line.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { seriesColor } from './marks/series.ts';
import { halo, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';

/** Positions along the axis. */
export interface LineAnswer {
  /** The smallest value within the tolerance of the best. */
  readonly enough: number;
  /** The first and the last of the best values. */
  readonly from: number;
  readonly to: number;
}

export interface AnsweredLine {
  readonly style: number;
  readonly values: readonly ({ readonly mean: number } | undefined)[];
  readonly answer?: LineAnswer | undefined;
}

/** Radius of the ring, px. */
const RING = 8;
/** Height of a bar, px; bars of several lines are stacked. */
const BAR = 4;

/** The rectangle of a text, px. @param y of its baseline */
const boxAt = (x: number, y: number, width: number, size: number): Area => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - 0.85 * size,
  bottom: y + 0.25 * size,
});

const meet = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** @param label formats a value of the axis by its position */
export function answerMarks(
  lines: readonly AnsweredLine[],
  { xs, toY, area }: Places,
  label: (place: number) => string,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  const size = fontSize * 1.1;
  const rings = lines.flatMap(({ values, answer }): Area[] => {
    const value = answer && values[answer.enough];
    if (!value) return [];
    const [x, y] = [xs[answer.enough] ?? 0, toY(value.mean)];
    return [{ left: x - RING, right: x + RING, top: y - RING, bottom: y + RING }];
  });
  /** Labels so far, which later ones avoid. */
  const placed: Area[] = [];
  return lines.flatMap(({ style, values, answer }, index) => {
    const value = answer && values[answer.enough];
    if (!answer || !value) return [];
    const color = seriesColor(style, palette);
    const [x, y] = [xs[answer.enough] ?? 0, toY(value.mean)];
    const height = area.bottom - BAR * (1.5 * index + 1);
    const [from, to] = [xs[answer.from] ?? 0, xs[answer.to] ?? 0];
    const text = label(answer.enough);
    const width = textWidth(text, size);
    const beside = RING + fontSize * 0.4 + width / 2;
    const spots = [
      [x, y - RING - fontSize * 0.4],
      [x, y + RING + fontSize * 1.1],
      [x + beside, y + fontSize * 0.4],
      [x - beside, y + fontSize * 0.4],
    ] as const;
    const isFree = ([left, baseline]: (typeof spots)[number]) => {
      const box = boxAt(left, baseline, width, size);
      const isInside = box.left >= area.left && box.right <= area.right && box.top >= area.top;
      return (
        isInside && box.bottom <= area.bottom && ![...rings, ...placed].some((taken) => meet(box, taken))
      );
    };
    const [labelX, baseline] = spots.find(isFree) ?? spots[y - RING - 1.4 * fontSize < area.top ? 1 : 0];
    placed.push(boxAt(labelX, baseline, width, size));
    return [
      ruleX(x, y + RING, area.bottom, { stroke: color, strokeWidth: 1, strokeDasharray: '2 3' }),
      ruleY(height, from - BAR / 2, to + BAR / 2, { stroke: color, strokeWidth: BAR, opacity: 0.6 }),
      dot('circle', x, y, RING, { fill: 'none', stroke: color, strokeWidth: 2 }),
      textAt(text, labelX, baseline, {
        textAnchor: 'middle',
        fontSize: size,
        fontWeight: 700,
        fill: palette.ink,
        ...halo(palette),
      }),
    ];
  });
}
