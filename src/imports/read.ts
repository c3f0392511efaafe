/** From a file's text to an overlay, whatever tool wrote it; or what is wrong with it. */
import type { Problem } from '../scenario/problem.ts';
import { CSV, type CsvTable, csvTable, readCsv } from './csv.ts';
import { goBench } from './go-bench.ts';
import { hdrHistogram } from './hdr-histogram.ts';
import type { Importer } from './importer.ts';
import { jmh } from './jmh.ts';
import { memtier } from './memtier.ts';
import type { Overlay } from './overlay.ts';
import { redisBenchmark } from './redis-benchmark.ts';
import { redisBenchmarkCsv } from './redis-benchmark-csv.ts';
import { Refusal } from './refusal.ts';

/** The most telling first: a text is read by the first that recognises it. */
const IMPORTERS: readonly Importer[] = [
  redisBenchmarkCsv,
  redisBenchmark,
  memtier,
  jmh,
  goBench,
  hdrHistogram,
];

/** Names of everything that can be read. */
export const FORMATS: readonly string[] = [...IMPORTERS.map(({ format }) => format), CSV];

/** Largest file that is read: a report has some thousand bytes. */
export const MAX_BYTES = 20 * 1024 * 1024;

/** What came of a text: points, a table whose columns the reader should look at, or why neither. */
export type Reading =
  | { readonly overlay: Omit<Overlay, 'id'> }
  | { readonly table: CsvTable; readonly overlay?: Omit<Overlay, 'id'> }
  | { readonly problem: Problem };

/** Reads a text. Never throws for what is in it. */
export function readText(text: string, source: string): Reading {
  const importer = IMPORTERS.find(({ recognises }) => recognises(text));
  return refusing(() => {
    if (importer) return { overlay: importer.read(text, source) };
    if (!looksLikeTable(text)) throw new Refusal('IMP-01', '', { allowed: [...FORMATS] });
    return { table: csvTable(text) };
  });
}

/** Reads a table with the columns as the reader has chosen. */
export const readTable = (text: string, source: string, table: CsvTable): Reading =>
  refusing(() => ({ table, overlay: readCsv(text, source, table.columns) }));

/** A header of several words, separated. */
const looksLikeTable = (text: string): boolean => {
  const [header = ''] = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return /^[^{}[\]<>]*[,;\t][^{}<>]*$/.test(header) && /[a-z]/i.test(header);
};

function refusing(read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem };
    throw error;
  }
}
