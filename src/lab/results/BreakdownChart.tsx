import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { withKey } from '../../charts/pattern-key.ts';
import {
  type BreakdownData,
  type BreakdownWords,
  breakdownKey,
  groupsIn,
  hasTimes,
  type LeftOut,
  timeBreakdown,
} from '../../charts/time-breakdown.ts';
import { paletteOf } from '../../lib/palette.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { useWords } from '../../ui/texts.tsx';
import { useFigures } from '../shared/use-figures.ts';
import { useTheme } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './BreakdownChart.module.css';
import { ChartFigure } from './ChartFigure.tsx';
import { PatternKey } from './PatternKey.tsx';
import { SvgTree } from './SvgTree.tsx';
import { shownChart } from './shown-chart.ts';
import { useSize } from './use-size.ts';

const NS_PER_US = 1000;

/** From this share of the mean on, the requests still waiting matter: they are in no mean. */
const WAITING = 0.05;

/** Requests outside the mean: rejected, failed, or still waiting if that matters. */
function leftOut({ requests, responseTime, little }: Summary): LeftOut {
  const { failed, shed, inProgressAtEnd } = requests;
  const hidden = (little.meanResponseUs ?? 0) / (responseTime.meanUs ?? Number.POSITIVE_INFINITY) - 1;
  return { failed, shed, waiting: hidden > WAITING ? inProgressAtEnd : 0 };
}

/** The parts of the mean response time, A and B on one scale or as shares. */
export function BreakdownChart() {
  const t = useTranslations('phases.breakdown');
  const [asShare, setAsShare] = useState(false);
  const shown = useShownSides();
  const words = useBreakdownWords();
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const figures = useFigures();
  const a = figures.a.summary;
  const b = figures.b.summary;
  const data = useMemo((): BreakdownData => {
    const sides = shown.flatMap((id) => {
      const summary = { a, b }[id];
      if (!summary) return [];
      const phases = summary.phases.map(({ phase, time }) => ({
        phase,
        meanNs: (time.meanUs ?? 0) * NS_PER_US,
      }));
      return [{ id, phases, leftOut: leftOut(summary) }];
    });
    return { sides, asShare };
  }, [a, b, shown, asShare]);
  const box = { width, height, fontSize };
  const chart = shownChart(timeBreakdown, t('title'), data, words);
  return (
    <ChartFigure
      chart={{
        ...chart,
        isOfFigures: true,
        draw: (whole, colours) =>
          withKey(breakdownKey(data, words), whole, colours, (inner) => chart.draw(inner, colours)),
      }}
      controls={
        <fieldset className={styles.modes} aria-label={t('mode')}>
          <button type="button" aria-pressed={!asShare} onClick={() => setAsShare(false)}>
            {t('asTime')}
          </button>
          <button type="button" aria-pressed={asShare} onClick={() => setAsShare(true)}>
            {t('asShare')}
          </button>
        </fieldset>
      }
    >
      <div ref={ref} className={styles.drawing} aria-hidden="true">
        {width > 0 && hasTimes(data) && <SvgTree node={timeBreakdown.draw(data, box, palette, words)} />}
      </div>
      <PatternKey prefix="group" items={groupsIn(data)} name={words.group} />
    </ChartFigure>
  );
}

function useBreakdownWords(): BreakdownWords {
  const t = useTranslations('phases');
  const words = useWords();
  return useMemo(
    () => ({
      xTitle: (unit) => t('breakdown.x', { unit }),
      xTitleShare: t('breakdown.xShare'),
      side: (id) => id.toUpperCase(),
      phase: (phase) => t(`names.${phase}`),
      group: (group) => t(`groups.${group}`),
      number: words.number,
      duration: words.duration,
      percent: words.percent,
      total: (side, value) => t('breakdown.total', { side, value }),
      tableCaption: t('breakdown.tableCaption'),
      tablePhase: t('breakdown.tablePhase'),
      tableShare: (side) => t('breakdown.tableShare', { side }),
      tableTotal: t('breakdown.tableTotal'),
      sentence: (facts) => t('breakdown.describe', facts),
      leftOut: (side, requests) => t('breakdown.leftOut', { side, ...requests }),
      noAnswers: (side) => t('breakdown.noAnswers', { side }),
      empty: t('breakdown.describeEmpty'),
    }),
    [t, words],
  );
}
