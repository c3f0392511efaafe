/** Theoretical bounds along a parameter: lines, names and crossings. */

import type { Palette } from '../lib/palette.ts';
import type { Box } from './chart.ts';
import { placeLabels, type Spot } from './label-placement.ts';
import { dot } from './marks/dot.ts';
import { isNumber, lineOver, type Places } from './marks/line.ts';
import { halo, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';

export interface Theory {
  readonly bounds: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
  /** Crossings of bounds, each between a position and the next. */
  readonly crossings: readonly { readonly after: number; readonly share: number; readonly value: number }[];
}

/** The visible part of a bound's line, by position. */
const visible = (values: readonly (number | undefined)[], { toY, area }: Places) =>
  values.map((value) => (isNumber(value) && toY(value) > area.top ? value : undefined));

/** The lines of the bounds, and their crossings. */
export function theory({ bounds, crossings }: Theory, frame: Places, palette: Palette): SvgNode[] {
  const { xs, toY, area } = frame;
  const thin = { stroke: palette.inkSoft, strokeWidth: 1, strokeDasharray: '3 3', fill: 'none' };
  return [
    ...bounds.map(({ values }) => lineOver(visible(values, frame), frame, thin)),
    ...crossings
      .filter(({ value }) => toY(value) > area.top)
      .map(({ after, share, value }) => {
        const [from = 0, to = 0] = [xs[after], xs[after + 1]];
        const style = { fill: 'none', stroke: palette.ink, strokeWidth: 1.25 };
        return dot('circle', from + (to - from) * share, toY(value), 4.5, style);
      }),
  ];
}

/**
 * The names of the bounds, next to their lines and clear of others. @param names areas of the system names
 */
export function lawNames(
  lines: readonly (Theory & { readonly values: readonly ({ readonly mean: number } | undefined)[] })[],
  frame: Places,
  names: readonly Spot[][],
  box: Box,
  palette: Palette,
): SvgNode[] {
  const { xs, toY, area } = frame;
  const fontSize = box.fontSize * 0.85;
  const spots = (values: readonly (number | undefined)[]) =>
    values.flatMap((value, place): Spot[] => (isNumber(value) ? [[xs[place] ?? 0, toY(value)]] : []));
  const laws = lines.flatMap(({ bounds }) =>
    bounds.map(({ name, values }) => ({ text: name, corners: spots(visible(values, frame)) })),
  );
  const measured = lines.map(({ values }) => spots(values.map((value) => value?.mean)));
  return placeLabels(laws, [...measured, ...names], area, fontSize).flatMap((place, index) =>
    place
      ? [
          textAt(laws[index]?.text ?? '', place.x, place.y, {
            textAnchor: place.anchor,
            fontSize,
            fill: palette.inkSoft,
            ...halo(palette),
          }),
        ]
      : [],
  );
}
