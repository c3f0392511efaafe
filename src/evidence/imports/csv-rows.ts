/** Comma-separated text as rows with line numbers. */
import Papa from 'papaparse';
import { badLine, missing, noRows } from './refusal.ts';

export interface CsvRow {
  /** Counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Csv {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly delimiter: string;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The separator of a header: the most frequent candidate. */
export function delimiterOf(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads text with a header. Lines that begin with `#` are notes.
 * @param from lines above the header outside the table
 * @throws Refusal when a quote is open, or a line has not as many values as the header
 */
export function csvRows(text: string, format: string, from = 0): Csv {
  const table = from === 0 ? text : text.split('\n').slice(from).join('\n');
  const [first = ''] = /^(?:[^\S\n]*\n|#[^\n]*\n)*([^\n]*)/.exec(table)?.slice(1) ?? [];
  const delimiter = delimiterOf(first);
  // The line of a row follows from the parser's offset: a quoted value may hold line breaks.
  let before = 0;
  let line = 1 + from;
  const all: CsvRow[] = [];
  Papa.parse<string[]>(table, {
    comments: '#',
    delimiter,
    skipEmptyLines: true,
    step: ({ data, errors, meta }) => {
      const part = table.slice(before, meta.cursor);
      // Notes and empty lines above belong to no row.
      const skipped = /^(?:[^\S\n]*\n|#[^\n]*\n)*/.exec(part)?.[0].split('\n').length ?? 1;
      const at = line + skipped - 1;
      const [error] = errors.filter(({ type }) => type === 'Quotes');
      if (error) throw badLine(format, at, data.join(delimiter), '"…"');
      all.push({ line: at, cells: data.map((cell) => cell.trim()) });
      line += part.split('\n').length - 1;
      before = meta.cursor;
    },
  });
  const [header, ...rows] = all;
  if (!header) throw missing(format, 'qps,p99_us\\n90000,350');
  if (rows.length === 0) throw noRows(format);
  for (const { line: at, cells } of rows)
    if (cells.length !== header.cells.length)
      throw badLine(format, at, cells.join(delimiter), header.cells.join(delimiter));
  return { header: header.cells, rows, delimiter };
}
