/**
 * What every chart is: data in, a drawing, a table and a description out. A chart knows no language and no theme; it is given
 * the words and the colours.
 */
import type { Palette } from '../lib/palette.ts';
import type { SvgNode } from './svg.ts';

/** Size of the drawing and of its type, CSS pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** What the values of a column are: names, or numbers in a unit (`share`: 0 … 1). */
export type Unit = 'text' | 'ns' | '1/s' | 'share' | 'number';

export interface Column {
  readonly title: string;
  readonly unit: Unit;
  /** Whether the drawing shows it as a line from left to right, which can be heard as well. */
  readonly isCurve?: true;
  /** Whether it is an instant of a run, with as many digits as tell it from that of the next row; a duration has three. */
  readonly isInstant?: true;
  /** Whether the next column counts what lies beyond: fewer than are enough, and a value is mostly luck and is shown as such. */
  readonly isCounted?: true;
}

/** Undefined: not known. */
export type Cell = string | number | undefined;

/** The same data for those who do not see the drawing, and for spreadsheets: exact, not rounded for people. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Texts that most charts have. @typeParam Facts what the description says, in words */
export interface ChartWords<Facts> {
  readonly tableCaption: string;
  readonly sentence: (facts: Facts) => string;
  /** The description where there is nothing to show. */
  readonly empty: string;
}

/** A column with its cell in a row. */
export interface ColumnOf<Row> extends Column {
  readonly cell: (row: Row, index: number) => Cell;
}

/** A table of rows, given column by column. */
export const tableOf = <Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly ColumnOf<NoInfer<Row>>[],
): Table => ({
  caption,
  columns: columns.map(({ cell: _, ...column }) => column),
  rows: rows.map((row, index) => columns.map(({ cell }) => cell(row, index))),
});

/** @typeParam Data what it shows @typeParam Words its texts and formats, in the reader's language */
export interface ChartSpec<Data, Words> {
  readonly id: string;
  readonly draw: (data: Data, box: Box, palette: Palette, words: Words) => SvgNode;
  readonly table: (data: Data, words: Words) => Table;
  /** Two sentences that say what one sees. */
  readonly describe: (data: Data, words: Words) => string;
}

/** A rough width of a text, px: CJK characters are square, others about half as wide as high. */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += (character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.56;
  return ems * fontSize;
}

/** The width of the widest of some texts, px. */
export const widest = (texts: readonly string[], fontSize: number): number =>
  Math.max(0, ...texts.map((text) => textWidth(text, fontSize)));

/** A text that is cut where it is wider than there is room for, px. */
export function fittedText(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let short = text;
  while (short.length > 1 && textWidth(`${short}…`, fontSize) > width) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}
