/** Comma-separated text as rows, each with the line it begins at. */
import Papa from 'papaparse';
import { badLine, missing } from './refusal.ts';

export interface CsvRow {
  /** Counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Csv {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

/**
 * Reads text with a header. Lines that begin with `#` are notes.
 * @throws Refusal when a quote is open, or a line has not as many values as the header
 */
export function csvRows(text: string, format: string): Csv {
  // The lines are told by where the reader stands in the text after each row: a quoted value may hold line breaks.
  let before = 0;
  let line = 1;
  const all: CsvRow[] = [];
  Papa.parse<string[]>(text, {
    comments: '#',
    skipEmptyLines: true,
    step: ({ data, errors, meta }) => {
      const part = text.slice(before, meta.cursor);
      // Notes and empty lines above belong to no row.
      const skipped = /^(?:\s*\n|#[^\n]*\n)*/.exec(part)?.[0].split('\n').length ?? 1;
      const at = line + skipped - 1;
      const [error] = errors.filter(({ type }) => type === 'Quotes');
      if (error) throw badLine(format, at, data.join(','), '"…"');
      all.push({ line: at, cells: data.map((cell) => cell.trim()) });
      line += part.split('\n').length - 1;
      before = meta.cursor;
    },
  });
  const [header, ...rows] = all;
  if (!header || rows.length === 0) throw missing(format, 'qps,p99_us\\n90000,350');
  for (const { line: at, cells } of rows)
    if (cells.length !== header.cells.length)
      throw badLine(format, at, cells.join(','), header.cells.join(','));
  return { header: header.cells, rows };
}
