/** Tables as CSV (RFC 4180) for spreadsheets. */
import Papa from 'papaparse';

/** First characters that make a spreadsheet read a cell as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The text of a cell, which may come from an imported file. Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers are
 * unchanged.
 */
export function neutralText(cell: string | number | boolean | null | undefined): string {
  const text = cell === undefined || cell === null ? '' : String(cell);
  return typeof cell === 'string' && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export type Cell = string | number | boolean | undefined;

/** Spreadsheets read UTF-8 only with this mark; without it, Chinese names are garbled in Excel. */
const BYTE_ORDER_MARK = '\uFEFF';

/** @param rows the header first */
export const csvTable = (rows: readonly (readonly Cell[])[]): string =>
  `${BYTE_ORDER_MARK}${Papa.unparse(rows.map((row) => row.map(neutralText)))}\r\n`;
