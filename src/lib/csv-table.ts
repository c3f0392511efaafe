/** Tables as CSV (RFC 4180) for spreadsheets. */
import Papa from 'papaparse';
import { neutralText } from './csv-cell.ts';

export type Cell = string | number | boolean | undefined;

/** Spreadsheets read UTF-8 only with this mark; without it, Chinese names are garbled in Excel. */
const BYTE_ORDER_MARK = '\uFEFF';

/** @param rows the header first */
export const csvTable = (rows: readonly (readonly Cell[])[]): string =>
  `${BYTE_ORDER_MARK}${Papa.unparse(rows.map((row) => row.map(neutralText)))}\r\n`;
