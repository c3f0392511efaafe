import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  CORE_STATES,
  type HostTimeData,
  type HostTimeWords,
  hostTime,
  hostTimeLines,
  machinesOf,
} from '../../charts/host-time.ts';
import { Guarded } from '../../ui/Guarded.tsx';
import { type Hidden, ShownLegend } from '../../ui/ShownLegend.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { showOnly } from '../appearance/appearance.ts';
import { RunFiles } from '../export/RunFiles.tsx';
import { PatternKey } from '../results/PatternKey.tsx';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { HighlightWords } from '../shared/HighlightMarks.tsx';
import styles from './Charts.module.css';
import { HistogramChart, PercentileChart } from './DistributionCharts.tsx';
import { LevelCharts } from './LevelCharts.tsx';
import { SpecFigure } from './SpecFigure.tsx';
import { TargetInput } from './TargetInput.tsx';
import { useSummaries } from './use-summaries.ts';
import { BatchingChart, CallsChart } from './WorkCharts.tsx';

/** The legend of both systems: hides one or shows it alone, in the charts and on the page. */
export function SideLegend() {
  const t = useTranslations('plots.sides');
  const sides = useStore(experiment);
  const only = useStore(ui, (state) => state.only);
  const titles = useWords().presets.titles;
  const hidden: Hidden = new Set(SIDES.flatMap((id, line) => (only && id !== only ? [line] : [])));
  const show = (next: Hidden) =>
    showOnly(next.size === 0 ? undefined : SIDES.find((_, line) => !next.has(line)));
  const entries = SIDES.map((id) => ({
    name: titles[sides[id]?.preset ?? ''] ?? id.toUpperCase(),
    sample: <SideBadge side={id} />,
  }));
  return (
    // Without a side, the headline above is shorter.
    <ShownLegend
      label={t('label')}
      hint={t('hint')}
      entries={entries}
      hidden={hidden}
      onHidden={show}
      isMoved
    />
  );
}

/** CPU time of the cores of each machine. */
function HostTimeChart() {
  const t = useTranslations('plots.hosts');
  const { percent } = useWords();
  const sides = useSummaries();
  const data = useMemo(
    (): HostTimeData => sides.flatMap(({ id, summary }) => machinesOf(id, summary.hosts)),
    [sides],
  );
  const words = useMemo(
    (): HostTimeWords => ({
      host: ({ side, host, cores }) => t('host', { side, host, cores }),
      state: (state) => t(`states.${state}`),
      percent,
      tableCaption: t('tableCaption'),
      tableHost: t('tableHost'),
      sentence: (facts) => t('describe', facts),
      empty: t('empty'),
    }),
    [t, percent],
  );
  return (
    <SpecFigure
      spec={hostTime}
      title={t('title')}
      data={data}
      words={words}
      lines={hostTimeLines(data)}
      patterns={CORE_STATES.map((state) => ({
        label: words.state(state),
        ...(state !== 'idle' && { pattern: `core-${state}` }),
      }))}
      isOfFigures
    >
      <PatternKey prefix="core" items={CORE_STATES} name={words.state} blank="idle" />
    </SpecFigure>
  );
}

/** The panel of charts: each answers one question about both runs. */
export function Charts() {
  const t = useTranslations('plots.target');
  return (
    <div className={styles.panel}>
      <div className={styles.controls}>
        <SideLegend />
        <TargetInput hint={t('hint')} />
        <HighlightWords />
      </div>
      <div className={styles.charts}>
        <PercentileChart />
        <HistogramChart />
      </div>
      <LevelCharts />
      <div className={styles.charts}>
        <CallsChart />
        <div className={styles.column}>
          <HostTimeChart />
          <BatchingChart />
        </div>
      </div>
      <Guarded name="export">
        <RunFiles of="all" />
      </Guarded>
    </div>
  );
}
