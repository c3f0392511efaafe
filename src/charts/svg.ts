/**
 * A drawing as plain data, so that a chart is a pure function. React renders it; `svg-text.ts` writes it to
 * files.
 */

export interface SvgNode {
  readonly tag: string;
  /** React attribute names (`strokeWidth`); undefined ones are omitted. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly (SvgNode | string)[];
}

export const svg = (
  tag: string,
  attributes: SvgNode['attributes'],
  ...children: readonly (SvgNode | string)[]
): SvgNode => ({ tag, attributes, children });

/** Rounds to two decimals: exact enough, and identical on every machine. */
export const px = (value: number): number => Math.round(value * 100) / 100;
