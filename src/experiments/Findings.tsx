import { extent } from 'd3-array';
import { useTranslations } from 'use-intl';
import { prose } from '../charts/prose.ts';
import { commandsPerRequest } from '../model/scenario/derived.ts';
import { canGoBeyond, isLogarithmic, valuesOf } from '../model/sweep/axis.ts';
import { bindingBounds, boundsOf, crossingsOf } from '../model/sweep/bounds.ts';
import type { Axis, AxisValue, Sweep } from '../model/sweep/definition.ts';
import { betterOf, THROUGHPUT } from '../model/sweep/metrics.ts';
import { optimumOf, type Replications } from '../model/sweep/optimum.ts';
import { type RunRecord, replicationsOf, runsByPoint } from '../model/sweep/results.ts';
import { pairedDifference } from '../model/sweep/statistics.ts';
import { useWords } from '../ui/texts.tsx';
import { slicesOf } from './chart-data.ts';
import { hasBounds, useLawWords } from './chart-words.ts';
import styles from './Experiments.module.css';
import { useSweepWords } from './metric-words.ts';
import type { SweepRun } from './sweep-state.ts';

/** The findings: the best place and its certainty, and which law takes over where. */
export function Findings({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const sentences = useSentences()(run, metric);
  return (
    <section aria-label={t('findings')}>
      <ul className={styles.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the runs are random: repeated places differ, or no place was repeated. */
function isRandom(runs: readonly RunRecord[]): boolean {
  const prints = new Map<number, Set<string>>();
  for (const { point, fingerprint } of runs)
    prints.set(point, (prints.get(point) ?? new Set()).add(fingerprint));
  return runs.length <= prints.size || [...prints.values()].some(({ size }) => size > 1);
}

/** Commands per request over all points, minimum and maximum. */
const sizesOf = ({ points }: SweepRun) =>
  extent(points, ({ scenario }) => scenario && commandsPerRequest(scenario));

/** The findings as sentences. */
export function useSentences() {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { count } = useWords();
  const law = useLawWords();
  return (run: SweepRun, metric: string): string[] => {
    const { sweep, runs } = run;
    const [axis, second] = sweep.axes;
    const better = betterOf(metric);
    const found: string[] = [];
    if (!isRandom(runs)) found.push(t('notRandom'));
    const [least = 1, most = 1] = sizesOf(run);
    if (metric === THROUGHPUT && least < most) found.push(t('sizes', { least, most }));
    if (!axis || !better) return found;
    const byPoint = runsByPoint(runs);
    const isTried = (point: number) => byPoint.has(point) || run.gaps.some((gap) => gap.point === point);
    for (const slice of slicesOf(run)) {
      const byPlace = slice.points.map((points) =>
        points.map((point) => replicationsOf(byPoint.get(point) ?? [], point, metric)),
      );
      const where = second
        ? ` (${words.axis(second)} = ${words.place(second, run.points[slice.second]?.at[1] ?? '')})`
        : '';
      for (const [series, places] of byPlace.entries()) {
        // Before every place has been run once, there is no best one.
        const optimum = slice.points[series]?.every(isTried) ? optimumOf(places, better) : undefined;
        if (!optimum) continue;
        const valueAt = (place: number) => run.points[slice.points[series]?.[place] ?? -1]?.at[0];
        const at = (place: number) => words.place(axis, valueAt(place) ?? '');
        const isEnd = optimum.best === 0 || optimum.best === places.length - 1;
        const values = (places[optimum.best] ?? []).filter((value) => value !== undefined);
        const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
        const best = t(values.length < 2 ? 'bestOnce' : optimum.from === optimum.to ? 'bestAlone' : 'best', {
          name: `${sweep.series[series]?.name ?? ''}${where}`,
          at: at(optimum.best),
          from: at(optimum.from),
          to: at(optimum.to),
          value: words.value(metric, mean),
          count: count(values.length),
          neighbours: isEnd ? 1 : 2,
        });
        // The best place is at the edge of the axis.
        const edge = canGoBeyond(axis, valueAt(optimum.best)) ? t('edge', { at: at(optimum.best) }) : '';
        found.push(prose([best, edge]));
      }
      for (const [series, points] of slice.points.entries()) {
        if (!hasBounds(sweep, metric)) continue;
        for (const { after, share, from, to } of crossingsAlong(byPoint, points, metric))
          found.push(
            t('crossing', {
              name: sweep.series[series]?.name ?? '',
              at: words.place(axis, valueBetween(axis, after, share)),
              from: law(from),
              to: law(to),
            }),
          );
      }
    }
    return found;
  };
}

/** Two systems along one setting, seed by seed; undefined for others, or before the runs have pairs. */
export function comparisonOf({ sweep, runs }: Pick<SweepRun, 'sweep' | 'runs'>, metric: string) {
  const better = betterOf(metric);
  if (!better || sweep.series.length !== 2 || sweep.axes.length !== 1) return undefined;
  const byPoint = runsByPoint(runs);
  const [a = [], b = []] = (slicesOf({ sweep })[0]?.points ?? []).map((points) =>
    points.map((point) => replicationsOf(byPoint.get(point) ?? [], point, metric)),
  );
  const facts = compared(sweep, a, b, better);
  return facts.better + facts.worse + facts.open > 0 ? facts : undefined;
}

/** Where one law takes over from another along the first setting. */
const crossingsAlong = (
  byPoint: ReadonlyMap<number, readonly RunRecord[]>,
  points: readonly number[],
  metric: string,
) => {
  const firstOf = (point: number) => byPoint.get(point)?.find(({ replication }) => replication === 0);
  return crossingsOf(bindingBounds(boundsOf(points.map(firstOf), metric)));
};

/** A value between two of an axis, by its spacing; the one before if values have no distances. */
function valueBetween(axis: Axis, after: number, share: number): AxisValue {
  const values = valuesOf(axis);
  const [from, to] = [values[after], values[after + 1]];
  if (typeof from !== 'number' || typeof to !== 'number') return from ?? '';
  const between = isLogarithmic(axis) ? from * (to / from) ** share : from + (to - from) * share;
  return Number(between.toPrecision(2));
}

/** At how many places the second system is significantly better or worse than the first. */
function compared(
  { series: [a, b] }: Sweep,
  one: readonly Replications[],
  other: readonly Replications[],
  wanted: 'more' | 'less',
) {
  // A place that cannot be simulated or was not repeated on one of them has no sign.
  const signs = one.flatMap((values, place) => {
    const { mean = 0, half } = pairedDifference(values, other[place] ?? []) ?? {};
    if (half === undefined) return [];
    return Math.abs(mean) <= half ? 0 : Math.sign(mean) * (wanted === 'more' ? 1 : -1);
  });
  const wins = (sign: number) => signs.filter((value) => value === sign).length;
  return { a: a?.name ?? '', b: b?.name ?? '', better: wins(1), worse: wins(-1), open: wins(0) };
}
