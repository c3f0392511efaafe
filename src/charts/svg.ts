/** A drawing as plain data, so that a chart is a pure function: React draws it on the page, `svg-text.ts` writes it into files. */

export interface SvgNode {
  readonly tag: string;
  /** Names as in React (`strokeWidth`); undefined ones are left out. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly (SvgNode | string)[];
}

export const svg = (
  tag: string,
  attributes: SvgNode['attributes'],
  ...children: readonly (SvgNode | string)[]
): SvgNode => ({ tag, attributes, children });

/** Coordinates with two decimals: a hundredth of a pixel, and the same text on every machine. */
export const px = (value: number): number => Math.round(value * 100) / 100;
