import type { Palette } from '../../lib/palette.ts';

/** A rim of paper around a text: it stays readable where it lies on lines and fills. @param width of the rim on both sides together, px */
export const halo = ({ paper }: Palette, width = 3) =>
  ({ stroke: paper, strokeWidth: width, strokeLinejoin: 'round', paintOrder: 'stroke' }) as const;
