/** The table that JMH prints at its end (TextResultFormat.java), and its CSV (`-rf csv`, `-rf scsv`). */
import { csvRows } from './csv-rows.ts';
import type { Importer } from './importer.ts';
import { JMH, metricOf } from './jmh-units.ts';
import { CALLERS, fieldsOf } from './known-fields.ts';
import type { OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, numbered, sorted } from './points.ts';
import { badLine, missing, numberIn } from './refusal.ts';
import { inUs, type TimeUnit } from './units.ts';

const HEADER = /^\s*Benchmark\s+(.*?)\s*Mode\s+(?:Cnt|Samples)\s+Score\s+(?:Error|Mean error)?.*Units?\s*$/;
const EXAMPLE = 'PoolBenchmark.get  50  thrpt  5  91234.500 ± 812.300  ops/s';
/** Name and parameters, mode, count, score, error, unit. */
const ROW =
  /^\s*(\S+)((?:\s+\S+)*?)\s+(thrpt|avgt|sample|ss)(?:\s+(\d+))?\s+(≈\s*)?(\S+)(?:\s*(?:±|\+-|\+\/-|\uFFFD)\s*(\S+))?\s+(\S+)\s*$/;

/** JMH prints with the decimal separator of the machine, and without groups of thousands. */
const plain = (number: string | undefined): string | undefined => number?.replace(',', '.');

export const jmhText: Importer = {
  format: JMH,
  recognises: (text) => text.split('\n').some((line) => line.length < 1000 && HEADER.test(line)),
  read: (text, source) => {
    const rows: Row[] = [];
    let names: readonly string[] | undefined;
    const threads = new Set<number>();
    for (const [index, line] of text.split('\n').entries()) {
      const [, count] = /^# Threads: (\d+) threads?/.exec(line) ?? [];
      if (count !== undefined) threads.add(Number(count));
      const header = line.length < 1000 ? HEADER.exec(line) : null;
      if (header) names = [...(header[1] ?? '').matchAll(/\(([^)]*)\)/g)].map(([, name = '']) => name);
      else if (line.trim() === '' || names === undefined) {
        // Logs of the rounds above the table.
        if (rows.length > 0) names = undefined;
      } else if (line.length < 1000) rows.push(rowOf(line, index + 1, names));
    }
    if (rows.length === 0) throw missing(JMH, EXAMPLE);
    // The table lacks the number of threads; the log above it has it, for all benchmarks or for each.
    const [all] = threads.size === 1 ? threads : [undefined];
    return {
      title: source,
      format: JMH,
      source,
      times: unitsOf(rows),
      points: numbered(pointsOf(rows, all)),
    };
  },
};

/** Separates a benchmark from one of its percentiles: `get:get·p0.99`, `get:p0.99`. */
const PART = /^(.*?):(?:.*·)?p(\d+\.\d+)$/;

interface Row {
  readonly line: number;
  readonly raw: string;
  readonly benchmark: string;
  readonly params: readonly (readonly [string, string])[];
  readonly mode: string;
  readonly threads?: number | undefined;
  readonly count: number | undefined;
  readonly score: string | undefined;
  readonly error: string | undefined;
  readonly unit: string;
}

function rowOf(raw: string, line: number, names: readonly string[]): Row {
  const bad = () => badLine(JMH, line, raw, EXAMPLE);
  const [, benchmark = '', given = '', mode = '', count, about, score, error, unit = ''] =
    ROW.exec(raw) ?? [];
  if (benchmark === '') throw bad();
  const values = given.trim() === '' ? [] : given.trim().split(/\s+/);
  if (values.length !== names.length) throw bad();
  return {
    line,
    raw,
    benchmark,
    params: names.flatMap((name, at) => {
      const value = values[at] ?? 'N/A';
      return value === 'N/A' ? [] : [[name, value] as const];
    }),
    mode,
    count: count === undefined ? undefined : Number(count),
    // "≈ 10⁻³" is an order of magnitude.
    score: about === undefined ? plain(score) : undefined,
    error: plain(error),
    unit,
  };
}

/** Rates and times; results of profilers next to them are left out. */
function pointsOf(rows: readonly Row[], threads: number | undefined): OverlayPoint[] {
  const percentiles = new Map<string, PercentilePoint[]>();
  const nameOf = ({ benchmark, params }: Row, whole = benchmark) =>
    [whole, ...params.map(([name, value]) => `${name}=${value}`)].join(' ');
  for (const row of rows) {
    const [, match, share] = PART.exec(row.benchmark) ?? [];
    if (match === undefined || share === undefined || row.mode !== 'sample' || row.score === undefined)
      continue;
    const bad = () => badLine(JMH, row.line, row.raw, EXAMPLE);
    const { unit } = metricOf(0, undefined, row.unit);
    if (unit === undefined || Number(share) > 1) throw bad();
    const name = nameOf(row, match);
    const list = percentiles.get(name) ?? [];
    list.push({ share: Number(share), us: inUs(numberIn(row.score, bad), unit) });
    percentiles.set(name, list);
  }
  const points = rows.flatMap((row): OverlayPoint[] => {
    if (row.benchmark.includes('·') || PART.test(row.benchmark) || row.score === undefined) return [];
    const bad = () => badLine(JMH, row.line, row.raw, EXAMPLE);
    const score = numberIn(row.score, bad);
    const error = row.error === undefined || /^nan$/i.test(row.error) ? undefined : numberIn(row.error, bad);
    const { unit: _, ...figures } = metricOf(score, error, row.unit);
    const name = nameOf(row);
    const at = { ...fieldsOf(row.params) };
    const callers = row.threads ?? threads;
    return [
      consistent(JMH, {
        name,
        at: callers === undefined ? at : { [CALLERS]: callers, ...at },
        ...figures,
        percentiles: row.mode === 'sample' ? sorted(percentiles.get(name) ?? []) : [],
      }),
    ];
  });
  if (points.length === 0) throw missing(JMH, EXAMPLE);
  return points;
}

const unitsOf = (rows: readonly Row[]) => {
  const units = new Set<TimeUnit>();
  for (const { unit, benchmark, score } of rows) {
    if (benchmark.includes('·') || score === undefined) continue;
    const found = metricOf(0, undefined, unit).unit;
    if (found !== undefined) units.add(found);
  }
  return [...units].map((unit) => ({ unit, basis: 'file' as const }));
};

const CSV_HEADER = /^"?Benchmark"?([,;])"?Mode"?[,;]"?Threads"?[,;]"?Samples"?[,;]"?Score"?[,;]/;

export const jmhCsv: Importer = {
  format: JMH,
  recognises: (text) => CSV_HEADER.test(text.trimStart()),
  read: (text, source) => {
    const { header, rows: all } = csvRows(text, JMH);
    const rows = all.map(({ line, cells }): Row => {
      const cell = (title: string) => cells[header.indexOf(title)];
      const bad = () => badLine(JMH, line, cells.join(','), header.join(','));
      return {
        line,
        raw: cells.join(','),
        benchmark: (cell('Benchmark') ?? '').split('.').slice(-2).join('.'),
        params: header.flatMap((title, at) => {
          const [, name] = /^Param: (.+)$/.exec(title) ?? [];
          const value = cells[at] ?? '';
          return name === undefined || value === '' ? [] : [[name, value] as const];
        }),
        mode: cell('Mode') ?? '',
        threads: numberIn(cell('Threads'), bad),
        count: numberIn(cell('Samples'), bad),
        score: plain(cell('Score')),
        error: plain(cells[header.findIndex((title) => title.startsWith('Score Error'))]),
        unit: cell('Unit') ?? '',
      };
    });
    return {
      title: source,
      format: JMH,
      source,
      times: unitsOf(rows),
      points: numbered(pointsOf(rows, undefined)),
    };
  },
};
