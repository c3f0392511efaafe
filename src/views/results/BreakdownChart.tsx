import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type BreakdownData,
  type BreakdownWords,
  GROUPS,
  groupOf,
  timeBreakdown,
} from '../../charts/time-breakdown.ts';
import { paletteOf } from '../../lib/palette.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useWords } from '../shared/texts.tsx';
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

/** Where the mean response time goes, A and B on one scale or as shares. */
export function BreakdownChart() {
  return (
    <PartTexts part="phases">
      <Drawing />
    </PartTexts>
  );
}

function Drawing() {
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
      return [{ id, phases }];
    });
    return { sides, asShare };
  }, [a, b, shown, asShare]);
  const box = { width, height, fontSize };
  const present = data.sides.flatMap(({ phases }) => phases.filter(({ meanNs }) => meanNs > 0));
  const groups = GROUPS.filter((group) => present.some(({ phase }) => groupOf(phase) === group));
  return (
    <ChartFigure
      chart={{ ...shownChart(timeBreakdown, t('title'), data, words), isOfFigures: true }}
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
        {width > 0 && data.sides.length > 0 && (
          <SvgTree node={timeBreakdown.draw(data, box, palette, words)} />
        )}
      </div>
      <PatternKey prefix="group" items={groups} name={words.group} />
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
      empty: t('breakdown.describeEmpty'),
    }),
    [t, words],
  );
}
