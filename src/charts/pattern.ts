/** Fills by meaning: the colour of a thread state with its pattern, as on the stage. */
import type { Appearance, Palette, Pattern } from '../lib/palette.ts';
import { type SvgNode, svg } from './svg.ts';

/** Patterns of states, and one for charts with more categories than states. */
export type PatternName = Pattern | 'falling';

const LINES = {
  vertical: 'M3 0V6',
  horizontal: 'M0 3H6',
  diagonal: 'M-1 7L7 -1',
  falling: 'M-1 -1L7 7',
  cross: 'M0 0L6 6M6 0L0 6',
} as const;

/** A pattern tile for `defs`, used as a fill by its id. @param size of the tile, px */
export const tile = (id: string, size: number, ...content: readonly SvgNode[]): SvgNode =>
  svg('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' }, ...content);

/** A colour with lines of the background colour. */
export const hatched = (id: string, fill: string, kind: keyof typeof LINES, { paper }: Palette): SvgNode =>
  tile(
    id,
    6,
    svg('rect', { width: 6, height: 6, fill }),
    svg('path', { d: LINES[kind], fill: 'none', stroke: paper, strokeWidth: 1.2, opacity: 0.55 }),
  );

/** The colour of a thread state with a pattern. */
export function statePattern(
  id: string,
  state: Appearance,
  palette: Palette,
  kind: PatternName = palette.states[state].pattern,
): SvgNode {
  const { paper } = palette;
  const { fill } = palette.states[state];
  if (kind in LINES) return hatched(id, fill, kind as keyof typeof LINES, palette);
  const squares = kind === 'chequers' ? [svg('path', { d: 'M0 0H3V6H6V3H0Z', fill: paper })] : [];
  const dots = kind === 'dots' ? [svg('circle', { cx: 3, cy: 3, r: 1, fill: paper, opacity: 0.8 })] : [];
  return tile(id, 6, svg('rect', { width: 6, height: 6, fill }), ...dots, ...squares);
}
