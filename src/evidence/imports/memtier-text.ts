/**
 * The terminal output of memtier_benchmark (run_stats.cpp, `print`): a table of command kinds for all runs,
 * or for the best, the worst and the average of several, and the distribution below. Times are in ms, rates
 * are of commands. The pipeline's length is only in a command pasted above.
 */
import { type Command, commandIn } from './command-line.ts';
import type { Importer } from './importer.ts';
import type { Estimate, ImportNote, OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, perBatch, settings, sorted, totalAndParts } from './points.ts';
import { allIn } from './question.ts';
import { badLine, missing, numberIn } from './refusal.ts';
import { inUs } from './units.ts';

const FORMAT = 'memtier_benchmark';
const HEADER = /^\s*Type\s+Ops\/sec\s/;
const DISTRIBUTION = /^\s*Type\s+<=\s*msec\s+Percent/;
const HEADING =
  /^\s*(ALL STATS|BEST RUN RESULTS|WORST RUN RESULTS|AGGREGATED AVERAGE RESULTS(?: \((\d+) runs\))?)\s*$/;
const EXAMPLE = 'Totals 82000.00 … 1.21900 1.11100 2.23900 4.41500 11000.75';

interface Row {
  readonly kind: string;
  readonly values: ReadonlyMap<string, number>;
}

export const memtierText: Importer = {
  format: FORMAT,
  recognises: (text) => {
    const lines = text.split('\n');
    return lines.some(
      (line) => HEADER.test(line) || HEADING.test(line) || /^\s*\d+\s+Connections per thread\s*$/.test(line),
    );
  },
  read: (text, source) => {
    const tables = new Map<string, Row[]>();
    const distribution = new Map<string, PercentilePoint[]>();
    let heading = 'ALL STATS';
    let columns: readonly string[] | undefined;
    let part: 'none' | 'table' | 'distribution' = 'none';
    let [threads, clients, runs] = [0, 0, 0];
    let command: Command | undefined;
    for (const [index, raw] of text.split('\n').entries()) {
      const line = raw.slice(raw.lastIndexOf('\r') + 1);
      const bad = () => badLine(FORMAT, index + 1, line, EXAMPLE);
      command = commandIn(line) ?? command;
      const [, number, what] = /^\s*(\S+)\s+(Threads|Connections per thread)\s*$/.exec(line) ?? [];
      if (what === 'Threads') threads = numberIn(number, bad);
      if (what === 'Connections per thread') clients = numberIn(number, bad);
      const [, title, times] = HEADING.exec(line) ?? [];
      if (title !== undefined) {
        heading = title.replace(/ \(.*$/, '');
        runs = Number(times ?? runs);
        part = 'none';
      } else if (HEADER.test(line)) {
        // "Avg. Latency" and "p99 Latency" are one title each; "Latency" alone is one, too.
        columns = line
          .trim()
          .replace(/((?:Avg\.|Min\.|Max\.|p[\d.]+))\s+Latency/g, '$1_Latency')
          .split(/\s+/)
          .map((title) => title.replace('_', ' '));
        part = 'table';
      } else if (DISTRIBUTION.test(line)) part = 'distribution';
      else if (/^[-=\s]*$/.test(line)) {
        // A rule, or an empty line: between the header and the rows, and after them.
      } else if (part === 'table' && columns) {
        const row = rowOf(line, columns, bad);
        if (row) tables.set(heading, [...(tables.get(heading) ?? []), row]);
        else part = 'none';
      } else if (part === 'distribution') takeStep(line, distribution, bad);
    }
    const average = [...tables.keys()].find((name) => name.startsWith('AGGREGATED'));
    // The best of several runs is not their result.
    if (average === undefined && [...tables.keys()].some((name) => name.endsWith('RUN RESULTS')))
      throw missing(FORMAT, 'AGGREGATED AVERAGE RESULTS');
    const section = average ?? [...tables.keys()][0];
    const rows = section === undefined ? [] : (tables.get(section) ?? []);
    const pipeline = command?.pipeline;
    const connections = threads > 0 && clients > 0 ? threads * clients : command?.connections;
    const rateIn = (table: string, kind: string) =>
      tables
        .get(table)
        ?.find((row) => row.kind === kind)
        ?.values.get('Ops/sec');
    const points = rows.flatMap(({ kind, values }): OverlayPoint[] => {
      const value = values.get('Ops/sec') ?? 0;
      if (kind === 'Waits' || value === 0) return [];
      const range = rangeOf(value, rateIn('WORST RUN RESULTS', kind), rateIn('BEST RUN RESULTS', kind));
      const mean = values.get('Avg. Latency') ?? values.get('Latency');
      const listed = distribution.get(LISTS[kind] ?? kind.toUpperCase()) ?? [];
      return [
        consistent(FORMAT, {
          name: kind,
          ...settings({ connections, pipeline }),
          perSec: perBatch({ value, ...range }, pipeline),
          ...(mean === undefined ? {} : { meanUs: { value: inUs(mean, 'ms') } }),
          percentiles: sorted([...listed, ...percentilesOf(values)]),
          ...(command?.payloadBytes === undefined ? {} : { payloadBytes: command.payloadBytes }),
        }),
      ];
    });
    if (points.length === 0) throw missing(FORMAT, 'ALL STATS / Totals');
    const notes: ImportNote[] = [
      ...(pipeline !== undefined && pipeline > 1 ? [{ code: 'pipeline', facts: { pipeline } } as const] : []),
      ...(section?.startsWith('AGGREGATED') ? [{ code: 'runs', facts: { runs } } as const] : []),
    ];
    return {
      title: source,
      format: FORMAT,
      source,
      ...allIn('ms', 'tool'),
      notes,
      ...totalAndParts(points, 'Totals'),
    };
  },
};

const LISTS: Readonly<Record<string, string>> = { Sets: 'SET', Gets: 'GET' };

const rangeOf = (value: number, worst?: number, best?: number): Omit<Estimate, 'value'> =>
  worst === undefined || best === undefined
    ? {}
    : { low: Math.min(worst, best, value), high: Math.max(worst, best, value) };

/**
 * A row: the last cells are the columns', the text before them is the kind. `---` is no value. Undefined when
 * the table has ended.
 */
function rowOf(
  line: string,
  columns: readonly string[],
  bad: () => ReturnType<typeof badLine>,
): Row | undefined {
  const words = line.trim().split(/\s+/);
  const cells = words.slice(-(columns.length - 1));
  const kind = words.slice(0, -(columns.length - 1)).join(' ');
  if (!/^(?:-+|-?(?:nan|inf)|[-+]?[\d.])/i.test(words.at(-1) ?? '') || words.length < 2) return undefined;
  if (kind === '' || words.length < columns.length) throw bad();
  const values = new Map<string, number>();
  for (const [index, cell] of cells.entries()) {
    const column = columns[index + 1] ?? '';
    if (!/^(?:-+|-?nan|-?inf)$/i.test(cell)) values.set(column, numberIn(cell, bad));
  }
  if (!values.has('Ops/sec')) throw bad();
  return { kind, values };
}

/** `GET 0.319 50.00`: latency in ms, cumulative per cent. */
function takeStep(
  line: string,
  into: Map<string, PercentilePoint[]>,
  bad: () => ReturnType<typeof badLine>,
): void {
  const [, kind, ms, percent] = /^\s*(\S.*?)\s+(\S+)\s+(\S+)\s*$/.exec(line) ?? [];
  if (kind === undefined || !/^[\d.]+$/.test(percent ?? '')) return;
  const share = numberIn(percent, bad) / 100;
  if (share > 1) throw bad();
  const list = into.get(kind) ?? [];
  list.push({ share, us: inUs(numberIn(ms, bad), 'ms') });
  into.set(kind, list);
}

function percentilesOf(values: ReadonlyMap<string, number>): PercentilePoint[] {
  return [...values].flatMap(([column, ms]) => {
    const [, percent] = /^p(\d+(?:\.\d+)?) Latency$/.exec(column) ?? [];
    return percent === undefined ? [] : [{ share: Number(percent) / 100, us: inUs(ms, 'ms') }];
  });
}
