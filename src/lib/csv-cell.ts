/** Escaping of cells in exported tables. Names in them may come from imported files. */

/** First characters that make a spreadsheet read a cell as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The text of a cell. Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers are
 * unchanged.
 */
export function neutralText(cell: string | number | boolean | null | undefined): string {
  const text = cell === undefined || cell === null ? '' : String(cell);
  return typeof cell === 'string' && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
