import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Progress } from '../bridge/workload/measured.ts';
import type { DistributionData } from '../charts/percentiles.ts';
import { bucketsOf } from '../charts/quantiles.ts';
import { type ThroughputData, throughputOverTime } from '../charts/throughput-over-time.ts';
import { HistogramFigure, PercentileFigure } from '../lab/figures/DistributionCharts.tsx';
import { SpecFigure } from '../lab/figures/SpecFigure.tsx';
import { useThroughputWords } from '../lab/results/ThroughputChart.tsx';
import type { SideName } from '../model/scenario/problem.ts';
import { useStore } from '../ui/use-store.ts';
import styles from './Live.module.css';
import { measurement } from './measurement-state.ts';
import { noiseOf, percentileNoise } from './noise.ts';

/** Most intervals that are drawn; a longer run has longer ones. */
const MOST_BINS = 60;
/** Shortest interval: that of the bridge's reports. */
const SHORTEST_NS = 100e6;

/** Spreads each report over its intervals: reports do not arrive at exact times. */
export function rateBins(progress: readonly Progress[]): { binNs: number; perSec: number[] } {
  const endNs = (progress.at(-1)?.atUs ?? 0) * 1000;
  const binNs = SHORTEST_NS * Math.max(1, Math.ceil(endNs / SHORTEST_NS / MOST_BINS));
  // An interval is shown once it is complete.
  const counts = new Array<number>(Math.floor(endNs / binNs)).fill(0);
  for (const { atUs, intervalUs, completed } of progress) {
    const [from, to] = [Math.max(0, (atUs - intervalUs) * 1000), atUs * 1000];
    for (let bin = Math.floor(from / binNs); bin < counts.length && bin * binNs < to; bin++) {
      const shared = Math.min(to, (bin + 1) * binNs) - Math.max(from, bin * binNs);
      counts[bin] = (counts[bin] ?? 0) + (completed * shared) / Math.max(1, to - from);
    }
  }
  return { binNs, perSec: counts.map((count) => (count * 1e9) / binNs) };
}

/** The charts of the Lab with the measurement as one side and the model as the other. */
export function RealCharts() {
  const t = useTranslations('real.charts');
  const progress = useStore(measurement, (state) => state.progress);
  const measured = useStore(measurement, (state) => state.measured);
  const summary = useStore(measurement, (state) => state.twin?.summary);
  const side = useMemo(() => {
    const names = { a: t('measured'), b: t('model') };
    return (id: SideName) => names[id];
  }, [t]);
  const words = {
    ...useThroughputWords(side),
    xTitle: (unit: string) => t('time', { unit }),
    noise: (facts: { side: string; low: string; high: string }) => t('noise', facts),
  };
  const throughput = useMemo((): ThroughputData => {
    const { binNs, perSec } = rateBins(progress);
    const real = measured?.summary?.throughput;
    const model = summary?.throughput;
    return {
      fromNs: 0,
      toNs: Math.max(1, perSec.length) * binNs,
      pointedNs: undefined,
      sides: [
        {
          ...{ id: 'a', binNs, perSec, mean: real?.perSec, halfWidth: real?.halfWidth95 ?? undefined },
          noise: noiseOf(progress),
        },
        // Model time is not wall time: only the mean of the model applies.
        ...(model
          ? [
              {
                id: 'b' as const,
                binNs,
                perSec: [],
                mean: model.perSec,
                halfWidth: model.halfWidth95 ?? undefined,
              },
            ]
          : []),
      ],
    };
  }, [progress, measured, summary]);
  const times = useMemo((): DistributionData => {
    const histogram = measured?.summary?.responseHistogram;
    const sides = [
      ...(histogram
        ? [{ id: 'a' as const, buckets: bucketsOf(histogram), noise: percentileNoise(progress) }]
        : []),
      ...(summary
        ? [{ id: 'b' as const, buckets: bucketsOf(summary.responseHistogram, summary.responseTime) }]
        : []),
    ];
    return { sides };
  }, [measured, progress, summary]);
  return (
    <div className={styles.charts}>
      <SpecFigure
        spec={throughputOverTime}
        title={t('throughput')}
        data={throughput}
        words={words}
        lines={14}
      />
      {times.sides.length > 0 && (
        <>
          <PercentileFigure data={times} side={side} />
          <HistogramFigure data={times} side={side} />
        </>
      )}
    </div>
  );
}
