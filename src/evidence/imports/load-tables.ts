/**
 * Tables of Locust (`--csv`: PREFIX_stats.csv; stats.py, StatsCSV) and JMeter (Aggregate Report, Summary
 * Report, and the Summariser's lines). Both give times in milliseconds and rates per second, which their
 * column titles do not state. The row of the total is the point, and the rows of endpoints are its parts.
 */
import { csvRows } from './csv-rows.ts';
import type { Importer } from './importer.ts';
import { cellNumber, isNone } from './number-style.ts';
import type { OverlayPoint, PercentilePoint } from './overlay.ts';
import { consistent, numbered, sorted, totalAndParts } from './points.ts';
import { allIn } from './question.ts';
import { badLine, missing, numberIn, otherKind } from './refusal.ts';
import { inUs } from './units.ts';

/** Both print whole milliseconds. */
const STEP_US = 1000;

/** Titles of the columns of a tool. */
interface Columns {
  readonly name: readonly string[];
  readonly count: string;
  readonly failed?: string;
  readonly rate: string;
  readonly mean: string;
  readonly median?: string;
  readonly min: string;
  readonly max: string;
  /** Finds the percentage in a title. */
  readonly percentile: RegExp;
  /** The row of the total. */
  readonly total: string;
}

const LOCUST: Columns = {
  name: ['Type', 'Name'],
  count: 'Request Count',
  failed: 'Failure Count',
  rate: 'Requests/s',
  mean: 'Average Response Time',
  median: 'Median Response Time',
  min: 'Min Response Time',
  max: 'Max Response Time',
  percentile: /^(\d+(?:\.\d+)?)%$/,
  total: 'Aggregated',
};

const JMETER: Columns = {
  name: ['Label'],
  count: '# Samples',
  rate: 'Throughput',
  mean: 'Average',
  median: 'Median',
  min: 'Min',
  max: 'Max',
  percentile: /^(\d+(?:\.\d+)?)% Line$/,
  total: 'TOTAL',
};

function readTable(
  text: string,
  source: string,
  format: string,
  columns: Columns,
): ReturnType<Importer['read']> {
  const { header, rows } = csvRows(text, format);
  for (const title of [columns.rate, columns.mean]) if (!header.includes(title)) throw missing(format, title);
  const points = rows.map(({ line, cells }): OverlayPoint => {
    const bad = () => badLine(format, line, cells.join(','), header.join(','));
    const number = (title: string | undefined): number | undefined => {
      const cell = title === undefined ? '' : (cells[header.indexOf(title)] ?? '');
      if (isNone(cell)) return undefined;
      const value = cellNumber(cell, { decimal: '.' }, bad);
      if (value === undefined || value.value < 0) throw bad();
      return value.value;
    };
    const us = (title: string | undefined): number | undefined => {
      const ms = number(title);
      return ms === undefined ? undefined : inUs(ms, 'ms');
    };
    const median = us(columns.median);
    const percentiles = header.flatMap((title): PercentilePoint[] => {
      const [, percent] = columns.percentile.exec(title) ?? [];
      const at = percent === undefined ? undefined : us(title);
      if (percent === undefined || at === undefined) return [];
      if (Number(percent) > 100) throw bad();
      return [{ share: Number(percent) / 100, us: at }];
    });
    const [rate, mean, min, max] = [number(columns.rate), us(columns.mean), us(columns.min), us(columns.max)];
    const [count, failed] = [number(columns.count), number(columns.failed)];
    if (rate === undefined) throw bad();
    const name = columns.name
      .map((title) => cells[header.indexOf(title)] ?? '')
      .filter((part) => part !== '');
    return consistent(
      format,
      {
        name: name.join(' '),
        at: {},
        perSec: { value: rate },
        ...(mean === undefined ? {} : { meanUs: { value: mean } }),
        ...(min === undefined ? {} : { minUs: min }),
        ...(max === undefined ? {} : { maxUs: max }),
        ...(count === undefined ? {} : { count }),
        ...(failed === undefined ? {} : { failed }),
        percentiles: sorted([...(median === undefined ? [] : [{ share: 0.5, us: median }]), ...percentiles]),
      },
      STEP_US,
    );
  });
  return {
    title: source,
    format,
    source,
    ...allIn('ms', 'tool'),
    notes: [{ code: 'notRedis', facts: { protocol: format } }],
    ...totalAndParts(numbered(points), columns.total),
  };
}

const headerOf = (text: string): readonly string[] =>
  (text.trimStart().split('\n', 1)[0] ?? '')
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
const has = (text: string, ...titles: readonly string[]): boolean => {
  const header = headerOf(text);
  return titles.every((title) => header.includes(title));
};

export const locust: Importer = {
  format: 'Locust',
  recognises: (text) =>
    has(text, 'Type', 'Name', 'Request Count') || has(text, 'Timestamp', 'User Count', 'Requests/s'),
  read: (text, source) => {
    // One row per second of the whole run.
    if (has(text, 'User Count')) throw otherKind('Locust stats_history.csv', 'PREFIX_stats.csv');
    return readTable(text, source, 'Locust', LOCUST);
  },
};

/** `summary =  24000 in 00:00:20 = 1210.5/s Avg:    14 Min:     1 Max:   310 Err:     0 (0.00%)` */
const SUMMARY =
  /^(?:.*\s)?(\S+) ([=+])\s+(\d+) in\s+[\d:.]+s?\s*=\s*(\S+?)\/(s|m|h)\s+Avg:\s*(\S+)\s+Min:\s*(\S+)\s+Max:\s*(\S+)\s+Err:\s*(\S+)/;

export const jmeter: Importer = {
  format: 'JMeter',
  recognises: (text) =>
    has(text, 'Label', '# Samples') ||
    has(text, 'timeStamp', 'elapsed', 'label') ||
    text.split('\n').some((line) => line.length < 500 && SUMMARY.test(line)),
  read: (text, source) => {
    if (has(text, 'Label', '# Samples')) return readTable(text, source, 'JMeter', JMETER);
    if (has(text, 'timeStamp', 'elapsed', 'label'))
      throw otherKind('JMeter JTL', 'Aggregate Report → Save Table Data');
    return readSummary(text, source);
  },
};

/** Lines of the Summariser: `=` is the whole run so far, `+` the last interval. The last `=` line counts. */
function readSummary(text: string, source: string): ReturnType<Importer['read']> {
  const totals = new Map<string, OverlayPoint>();
  for (const [index, raw] of text.split('\n').entries()) {
    const [, name = '', kind, count, rate, per, mean, min, max, errors] =
      (raw.length < 500 ? SUMMARY.exec(raw) : null) ?? [];
    if (kind !== '=') continue;
    const bad = () => badLine('JMeter', index + 1, raw, 'summary = 24000 in 00:00:20 = 1210.5/s Avg: 14 …');
    const seconds = { s: 1, m: 60, h: 3600 }[per ?? 's'] ?? 1;
    totals.set(
      name,
      consistent(
        'JMeter',
        {
          name,
          at: {},
          perSec: { value: numberIn(rate, bad) / seconds },
          meanUs: { value: inUs(numberIn(mean, bad), 'ms') },
          minUs: inUs(numberIn(min, bad), 'ms'),
          maxUs: inUs(numberIn(max, bad), 'ms'),
          count: numberIn(count, bad),
          failed: numberIn(errors, bad),
          percentiles: [],
        },
        STEP_US,
      ),
    );
  }
  if (totals.size === 0) throw missing('JMeter', 'summary = 24000 in 00:00:20 = 1210.5/s Avg: 14 …');
  return {
    title: source,
    format: 'JMeter',
    source,
    ...allIn('ms', 'tool'),
    notes: [{ code: 'notRedis', facts: { protocol: 'JMeter' } }],
    points: [...totals.values()],
  };
}
