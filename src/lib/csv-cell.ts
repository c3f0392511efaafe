/** Cells of exported tables. Names in them may come from imported files. */

/** A beginning that spreadsheets take for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A cell's text. A text that a spreadsheet would run as a formula begins with an apostrophe; numbers stay numbers. */
export function neutralText(cell: string | number | boolean | null | undefined): string {
  const text = cell === undefined || cell === null ? '' : String(cell);
  return typeof cell === 'string' && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
