/** Reads a file's text of any tool: the result is an overlay, an open question, or a refusal. */
import type { Problem } from '../../model/scenario/problem.ts';
import { type Column, CSV, type CsvTable, csvTable, looksLikeTable, readCsv, withUnit } from './csv.ts';
import { decode, plainLines } from './decode.ts';
import { goBench } from './go-bench.ts';
import { hdrHistogram } from './hdr-histogram.ts';
import type { Importer } from './importer.ts';
import { jmh } from './jmh.ts';
import { jmeter, locust } from './load-tables.ts';
import { memtier } from './memtier.ts';
import { knownElsewhere } from './other-kinds.ts';
import type { ReadOverlay } from './overlay.ts';
import { type Answers, UnitNeeded, type UnitQuestion } from './question.ts';
import { redisBenchmark } from './redis-benchmark.ts';
import { redisBenchmarkCsv } from './redis-benchmark-csv.ts';
import { infoCommandstats, redisCliLatency } from './redis-cli.ts';
import { Refusal } from './refusal.ts';
import { wrk } from './wrk.ts';

/** The most specific first: the first importer that recognises a text reads it. */
const IMPORTERS: readonly Importer[] = [
  redisBenchmarkCsv,
  redisBenchmark,
  memtier,
  jmh,
  goBench,
  wrk,
  hdrHistogram,
  locust,
  jmeter,
  infoCommandstats,
  redisCliLatency,
];

/** Names of all readable formats. */
export const FORMATS: readonly string[] = [...IMPORTERS.map(({ format }) => format), CSV];

/** Largest file that is read: a report has some thousand bytes. */
export const MAX_BYTES = 20 * 1024 * 1024;

/** The result of a text: points, a table whose columns the reader should check, a question, or a refusal. */
export type Reading =
  | { readonly overlay: ReadOverlay }
  | { readonly question: UnitQuestion; readonly format: string }
  | {
      readonly table: CsvTable;
      readonly overlay?: ReadOverlay;
      readonly question?: UnitQuestion;
      readonly problem?: Problem;
    }
  | { readonly problem: Problem };

/** Reads a file's bytes. Never throws for its content. */
export function readBytes(bytes: Uint8Array, source: string, answers: Answers = {}): Reading {
  if (bytes.length > MAX_BYTES)
    return { problem: { code: 'IMP-04', path: '', value: String(bytes.length), max: MAX_BYTES } };
  const { text, isReplaced } = decode(bytes);
  const reading = readText(text, source, answers);
  if (!isReplaced || !('overlay' in reading) || !reading.overlay) return reading;
  const { overlay } = reading;
  return {
    ...reading,
    overlay: { ...overlay, notes: [...(overlay.notes ?? []), { code: 'replaced' }] },
  };
}

/** Reads a text. Never throws for its content. */
export function readText(raw: string, source: string, answers: Answers = {}): Reading {
  const text = plainLines(raw);
  try {
    const importer = IMPORTERS.find(({ recognises }) => recognises(text));
    if (importer) return { overlay: importer.read(text, source, answers) };
    const refusal = knownElsewhere(text);
    if (refusal) throw refusal;
    if (!looksLikeTable(text)) throw new Refusal('IMP-01', '', { allowed: [...FORMATS] });
    const table = csvTable(text);
    return readColumns(text, source, { ...table, columns: withUnit(table.columns, answers.unit) });
  } catch (error) {
    if (error instanceof UnitNeeded) return { question: error.question, format: error.format };
    if (error instanceof Refusal) return { problem: error.problem };
    throw error;
  }
}

/** Reads a table's bytes with the columns that the reader has chosen. */
export function readTable(bytes: Uint8Array, source: string, columns: readonly Column[]): Reading {
  const { text } = decode(bytes);
  try {
    return readColumns(text, source, { ...csvTable(text), columns });
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem };
    throw error;
  }
}

/** A table stays with its result, so that its columns can be chosen again. */
function readColumns(text: string, source: string, table: CsvTable): Reading {
  try {
    return { table, overlay: readCsv(text, source, table.columns) };
  } catch (error) {
    if (error instanceof UnitNeeded) return { table, question: error.question };
    if (error instanceof Refusal) return { table, problem: error.problem };
    throw error;
  }
}
