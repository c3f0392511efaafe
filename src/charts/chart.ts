/**
 * The interface of all charts: data in; a drawing, a table and a description out. A chart knows neither
 * language nor theme: it receives texts and colours.
 */
import type { Palette } from '../lib/palette.ts';
import type { SvgNode } from './svg.ts';

/** Size of the drawing and its font, CSS pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** Type of a column's values: names, or numbers in a unit (`share`: 0 … 1). */
export type Unit = 'text' | 'ns' | '1/s' | 'share' | 'number';

export interface Column {
  readonly title: string;
  readonly unit: Unit;
  /** Whether the drawing shows it as a curve from left to right, which sonification can play. */
  readonly isCurve?: true;
  /**
   * Whether it is an instant of a run, formatted to distinguish it from the next row's. A duration has three
   * digits.
   */
  readonly isInstant?: true;
  /** Whether the next column counts the values beyond. With too few of them the value is marked as noise. */
  readonly isCounted?: true;
}

/** Undefined = unknown. */
export type Cell = string | number | undefined;

/** The data in exact form, for screen readers and spreadsheets. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Texts of most charts. @typeParam Facts values of the description, formatted */
export interface ChartWords<Facts> {
  readonly tableCaption: string;
  readonly sentence: (facts: Facts) => string;
  /** The description when there is no data. */
  readonly empty: string;
}

/** A column with a function for its cells. */
export interface ColumnOf<Row> extends Column {
  readonly cell: (row: Row, index: number) => Cell;
}

/** A table of rows, defined by columns. */
export const tableOf = <Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly ColumnOf<NoInfer<Row>>[],
): Table => ({
  caption,
  columns: columns.map(({ cell: _, ...column }) => column),
  rows: rows.map((row, index) => columns.map(({ cell }) => cell(row, index))),
});

/** @typeParam Data its data @typeParam Words its texts and formats in the user's language */
export interface ChartSpec<Data, Words> {
  readonly id: string;
  readonly draw: (data: Data, box: Box, palette: Palette, words: Words) => SvgNode;
  readonly table: (data: Data, words: Words) => Table;
  /** Describes the drawing in two sentences. */
  readonly describe: (data: Data, words: Words) => string;
}

/** Approximate width of a text, px: CJK characters are square, others about half an em. */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += (character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.56;
  return ems * fontSize;
}

/** Width of the widest text, px. */
export const widest = (texts: readonly string[], fontSize: number): number =>
  Math.max(0, ...texts.map((text) => textWidth(text, fontSize)));

/** Truncates a text to a width, px. */
export function fittedText(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let short = text;
  while (short.length > 1 && textWidth(`${short}…`, fontSize) > width) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}
