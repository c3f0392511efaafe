/** Fills by meaning: the colour of a thread's state with its pattern over it, as on the stage. */
import type { Look, Palette, Pattern } from '../lib/palette.ts';
import { type SvgNode, svg } from './svg.ts';

/** What a fill may have over it: the patterns of states, and those of charts with more kinds than there are states. */
export type PatternName = Pattern | 'falling';

const LINES: Readonly<Record<string, string>> = {
  vertical: 'M3 0V6',
  horizontal: 'M0 3H6',
  diagonal: 'M-1 7L7 -1',
  falling: 'M-1 -1L7 7',
  cross: 'M0 0L6 6M6 0L0 6',
};

/** A pattern to be put into `defs` and filled with by its id. */
export function statePattern(
  id: string,
  state: Look,
  palette: Palette,
  kind: PatternName = palette.states[state].pattern,
): SvgNode {
  const { fill } = palette.states[state];
  const path = LINES[kind];
  const squares = kind === 'chequers' ? [svg('path', { d: 'M0 0H3V6H6V3H0Z', fill: palette.paper })] : [];
  const dot =
    kind === 'dots' ? [svg('circle', { cx: 3, cy: 3, r: 1, fill: palette.paper, opacity: 0.8 })] : [];
  return svg(
    'pattern',
    { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
    svg('rect', { width: 6, height: 6, fill }),
    ...(path === undefined
      ? [...dot, ...squares]
      : [svg('path', { d: path, fill: 'none', stroke: palette.paper, strokeWidth: 1.2, opacity: 0.55 })]),
  );
}
