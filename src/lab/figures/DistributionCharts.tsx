import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { corrected } from '../../charts/omission.ts';
import {
  type DistributionData,
  isRoughAt,
  type PercentileWords,
  percentiles,
  timesAt,
} from '../../charts/percentiles.ts';
import { bucketsOf } from '../../charts/quantiles.ts';
import { type HistogramWords, responseHistogram, sharesAt } from '../../charts/response-histogram.ts';
import { responsePoints } from '../../charts/response-points.ts';
import type { TargetWords } from '../../charts/target.ts';
import type { ResponsePlace } from '../../lib/response-place.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { ButtonWithReason } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { LinearButton } from './LinearButton.tsx';
import { OmissionNote, useAskingIntervals } from './OmissionNote.tsx';
import { useSummaries } from './use-summaries.ts';
import { ValueFigure } from './ValueFigure.tsx';

function useDistributions(): DistributionData {
  const sides = useSummaries();
  const targetNs = useStore(ui, (state) => state.sloNs);
  return useMemo(
    () => ({
      sides: sides.map(({ id, summary }) => ({
        id,
        buckets: bucketsOf(summary.responseHistogram, summary.responseTime),
      })),
      targetNs,
    }),
    [sides, targetNs],
  );
}

function useTargetWords(): TargetWords {
  const t = useTranslations('plots.target');
  return useMemo(
    () => ({
      label: (target) => t('label', { target }),
      within: (share) => t('within', { share: shareText(share) }),
      sentence: (facts) => t('describe', facts),
    }),
    [t],
  );
}

/** A percentile in per cent, with enough digits to differ from its neighbours. */
function percentText(share: number): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(Math.max(1e-6, 1 - share) * 100))) + 1;
  return String(Number((share * 100).toFixed(digits)));
}

/** Share of requests in per cent, rounded down to two places, so that 100% means all. */
const shareText = (share: number): string => String(Math.floor(share * 1e4) / 100);

const letterOf = (id: SideName): string => id.toUpperCase();

/** Response times by percentile. It marks closed loops and can add the open-model line. */
export function PercentileChart() {
  const t = useTranslations('plots.omission');
  const [isLinear, setIsLinear] = useState(false);
  const data = useDistributions();
  const intervals = useAskingIntervals();
  const [isOnTime, setIsOnTime] = useState(false);
  const isPossible = Object.keys(intervals).length > 0;
  const shown = useMemo((): DistributionData => {
    if (!isOnTime) return { ...data, isLinear };
    const sides = data.sides.map((side) => {
      const interval = intervals[side.id];
      return interval === undefined ? side : { ...side, onTime: corrected(side.buckets, interval) };
    });
    return { ...data, sides, isLinear };
  }, [data, intervals, isOnTime, isLinear]);
  return (
    <PercentileFigure
      data={shown}
      side={letterOf}
      isOfFigures
      controls={
        <>
          <LinearButton isLinear={isLinear} onChange={setIsLinear} />
          <ButtonWithReason
            variant="small"
            aria-pressed={isOnTime}
            onClick={() => setIsOnTime(!isOnTime)}
            reason={isPossible ? undefined : t('open')}
          >
            {t('toggle')}
          </ButtonWithReason>
        </>
      }
    >
      <OmissionNote intervals={intervals} isOnTime={isOnTime} />
    </PercentileFigure>
  );
}

/** Reads each side at a response time or a percentile. */
function usePlaceReading(side: (id: SideName) => string) {
  const t = useTranslations('plots');
  const { duration } = useWords();
  const results = useTranslations('results');
  return (data: DistributionData, place: ResponsePlace): string => {
    const values = responsePoints(data.sides, place).map(({ side: id, ns, share }) => {
      const sideData = data.sides.find((one) => one.id === id);
      const isRough = 'share' in place && sideData && isRoughAt(sideData, place.share);
      const time = isRough ? results('few', { value: duration(ns) }) : duration(ns);
      return t('percentiles.readingSide', {
        side: side(id),
        time: 'ns' in place ? t('percentiles.percentile', { share: shareText(share) }) : time,
      });
    });
    return t('percentiles.reading', {
      percentile:
        'ns' in place ? duration(place.ns) : t('percentiles.percentile', { share: percentText(place.share) }),
      values: values.join(t('levels.joiner')),
    });
  };
}

export interface DistributionFigureProps {
  readonly data: DistributionData;
  /** Formats a side's name; the function is stable while its result is. */
  readonly side: (id: SideName) => string;
  /** Whether it shows metrics of the runs, which follow the selection. */
  readonly isOfFigures?: boolean;
  readonly controls?: ReactNode;
  readonly children?: ReactNode;
}

/** Response times of two runs by percentile. */
export function PercentileFigure(props: DistributionFigureProps) {
  const { data, side, isOfFigures = false, controls, children } = props;
  const omission = useTranslations('plots.omission');
  const levels = useTranslations('plots.levels');
  const t = useTranslations('plots.percentiles');
  const plots = useTranslations('plots');
  const results = useTranslations('results');
  const nameOf = (share: number) => t('percentile', { share: percentText(share) });
  const { duration, count } = useWords();
  const target = useTargetWords();
  const words = useMemo(
    (): PercentileWords => ({
      side,
      // Keeps all nines: 99.99, not a rounded 100.
      percentile: (share) => t('percentile', { share: percentText(share) }),
      duration,
      rough: (value) => results('few', { value }),
      count,
      xTitle: t('x'),
      yTitle: t('y'),
      tableCaption: t('tableCaption'),
      tablePercentile: t('tablePercentile'),
      tableBeyond: (side) => t('tableBeyond', { side }),
      onTime: (side) => omission('line', { side }),
      onTimeSentence: (facts) => omission('describe', facts),
      sentence: (facts) => t('describe', facts),
      noAnswers: (side) => plots('noAnswers', { side }),
      empty: t('empty'),
      target,
    }),
    [t, plots, results, omission, duration, count, side, target],
  );
  return (
    <ValueFigure
      spec={percentiles}
      title={t('title')}
      data={data}
      words={words}
      name={nameOf}
      readingElsewhere={usePlaceReading(side)}
      reading={({ sides }, share) =>
        t('reading', {
          percentile: nameOf(share),
          values: timesAt({ sides }, share)
            .map(({ id, ns, isRough }) => {
              const time = ns === undefined ? '–' : duration(ns);
              return t('readingSide', {
                side: side(id),
                time: isRough && ns !== undefined ? results('few', { value: time }) : time,
              });
            })
            .join(levels('joiner')),
        })
      }
      isOfFigures={isOfFigures}
      controls={controls}
    >
      {children}
    </ValueFigure>
  );
}

/** Response-time histogram. The percentile chart above has the closed-loop note. */
export function HistogramChart() {
  return <HistogramFigure data={useDistributions()} side={letterOf} isOfFigures />;
}

/** Response-time histogram of two runs. */
export function HistogramFigure({ data, side, isOfFigures = false, children }: DistributionFigureProps) {
  const t = useTranslations('plots.histogram');
  const plots = useTranslations('plots');
  const levels = useTranslations('plots.levels');
  const { duration, percent } = useWords();
  const target = useTargetWords();
  const [isLinear, setIsLinear] = useState(false);
  const shown = useMemo(() => ({ ...data, isLinear }), [data, isLinear]);
  const words = useMemo(
    (): HistogramWords => ({
      side,
      duration,
      percent,
      xTitle: t('x'),
      yTitle: t('y'),
      median: (side, value) => t('median', { side, value }),
      beyond: (side, share) => t('beyond', { side, share }),
      tableCaption: t('tableCaption'),
      tableFrom: t('tableFrom'),
      tableTo: t('tableTo'),
      sentence: (facts) => t('describe', facts),
      noAnswers: (side) => plots('noAnswers', { side }),
      empty: t('empty'),
      target,
    }),
    [t, plots, duration, percent, side, target],
  );
  return (
    <ValueFigure
      // A change of the axis resets its zoom.
      key={String(isLinear)}
      spec={responseHistogram}
      title={t('title')}
      data={shown}
      words={words}
      name={duration}
      readingElsewhere={usePlaceReading(side)}
      reading={(shown, ns) => {
        const found = sharesAt(shown, ns);
        return t('reading', {
          from: duration(found.fromNs),
          to: duration(found.toNs),
          values: found.sides
            .map(({ id, share, within }) =>
              t('readingSide', { side: side(id), share: percent(share), within: percent(within) }),
            )
            .join(levels('joiner')),
        });
      }}
      isOfFigures={isOfFigures}
      controls={<LinearButton isLinear={isLinear} onChange={setIsLinear} />}
    >
      {children}
    </ValueFigure>
  );
}
