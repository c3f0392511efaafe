/** Outcomes of a claim, and their fills. */

import type { Palette } from '../lib/palette.ts';
import { tile } from './pattern.ts';
import { type SvgNode, svg } from './svg.ts';

/** Outcomes in drawing order. */
export const OUTCOMES = ['pass', 'byConstruction', 'known', 'notModelled', 'broken'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const PATTERN = 'claims-not-modelled';
const DOTS = 'claims-by-construction';

/** Solid, dotted, outlined, hatched, black. */
export const outcomeFill = (
  outcome: Outcome,
  { accent, paper, ink, inkSoft }: Palette,
): SvgNode['attributes'] =>
  ({
    pass: { fill: accent.a, stroke: accent.a },
    byConstruction: { fill: `url(#${DOTS})`, stroke: accent.a },
    known: { fill: paper, stroke: accent.b, strokeWidth: 2 },
    notModelled: { fill: `url(#${PATTERN})`, stroke: inkSoft },
    broken: { fill: ink, stroke: ink },
  })[outcome];

/** The patterns of the fills, for `defs`. */
export const outcomePatterns = ({ accent, inkSoft }: Palette): SvgNode =>
  svg(
    'defs',
    {},
    tile(PATTERN, 5, svg('path', { d: 'M-1 6L6 -1', stroke: inkSoft, strokeWidth: 1 })),
    tile(DOTS, 5, svg('circle', { cx: 2.5, cy: 2.5, r: 1.2, fill: accent.a })),
  );
