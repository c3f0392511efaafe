/** The results as rows: one per point, with means and 95 % intervals of some metrics. */
import type { Sweep } from './definition.ts';
import { boundOf } from './metrics.ts';
import type { Place } from './plan.ts';
import { type Gap, type RunRecord, replicationsOf, runsByPoint } from './results.ts';
import { type Estimate, estimateOf } from './statistics.ts';

/** One point with its results. */
export interface Row {
  readonly point: number;
  readonly series: number;
  readonly at: Place['at'];
  /** By metric, in the requested order; undefined without runs. */
  readonly estimates: readonly (Estimate | undefined)[];
  readonly gap: Gap | undefined;
}

/** The default metrics of a table. */
export const tableMetrics = ({ metric }: Sweep): string[] => [
  ...new Set([metric, 'throughput.perSec', 'little.meanResponseUs', 'responseTime.p99Us']),
];

/** Rows in point order. */
export function rowsOf(
  points: readonly Place[],
  runs: readonly RunRecord[],
  gaps: readonly Gap[],
  metrics: readonly string[],
): Row[] {
  const byPoint = runsByPoint(runs);
  return points.map(({ index, series, at }) => {
    const runsOfPoint = byPoint.get(index) ?? [];
    const known = (metric: string) =>
      replicationsOf(runsOfPoint, index, metric).filter((value) => value !== undefined);
    const estimates = metrics.map((metric) => {
      const estimate = withBatches(estimateOf(known(metric)), runsOfPoint, metric);
      const isBound = boundOf(metric) !== metric && known(boundOf(metric)).length > 0;
      return estimate && isBound ? { ...estimate, half: undefined, isAtLeast: true } : estimate;
    });
    return { point: index, series, at, estimates, gap: gaps.find(({ point }) => point === index) };
  });
}

/** Names of the engine's batch-means intervals, by metric. */
const BATCH_HALF: Readonly<Record<string, string>> = {
  'throughput.perSec': 'throughput.halfWidth95',
  'responseTime.meanUs': 'responseTime.halfWidth95Us',
};

/** A single run also has an interval, from its batch means. */
function withBatches(
  estimate: Estimate | undefined,
  [only, ...further]: readonly RunRecord[],
  metric: string,
): Estimate | undefined {
  if (estimate?.half !== undefined || !estimate || !only || further.length > 0) return estimate;
  return { ...estimate, half: only.values[BATCH_HALF[metric] ?? ''] };
}
