/** The table of a sweep as CSV (RFC 4180): exact numbers, one row per point. */
import { neutralText } from '../../lib/csv-table.ts';
import { intervalAround } from '../../lib/interval.ts';
import type { Sweep } from './definition.ts';
import { isPercentile, unitOf } from './metrics.ts';
import type { Row } from './table.ts';

type Cell = string | number | boolean | undefined;

const quoted = (cell: Cell): string => {
  const text = neutralText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Note in a column's header: percentiles here include waiting requests, unlike `sim run`. */
const noteOf = (metric: string): string => (isPercentile(metric) ? ', with waiting requests' : '');

/** @param metrics the metrics of the rows */
export function toCsv(sweep: Sweep, rows: readonly Row[], metrics: readonly string[]): string {
  const header: Cell[] = [
    'series',
    ...sweep.axes.map(({ paths }) => paths[0]),
    ...metrics.flatMap((metric) => {
      const name = `${metric} [${unitOf(metric)}${noteOf(metric)}]`;
      return [name, `${name} low95`, `${name} high95`];
    }),
    'replications',
    'problem',
  ];
  const lines = rows.map(({ series, at, estimates, gap }): Cell[] => [
    sweep.series[series]?.name,
    ...at,
    ...estimates.flatMap((estimate): Cell[] => {
      if (!estimate) return [undefined, undefined, undefined];
      const { mean, half, isAtLeast } = estimate;
      // A lower bound has only the lower end of the interval.
      if (isAtLeast) return [mean, mean, undefined];
      return half === undefined ? [mean, undefined, undefined] : [mean, ...intervalAround(mean, half)];
    }),
    estimates[0]?.count ?? 0,
    gap && `${gap.problem.code} ${gap.problem.path}`.trim(),
  ]);
  return [header, ...lines, []].map((line) => line.map(quoted).join(',')).join('\r\n');
}
