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
import { useWords } from '../../ui/texts.tsx';
import { PatternKey } from '../results/PatternKey.tsx';
import { SpecFigure } from './SpecFigure.tsx';
import { useSummaries } from './use-summaries.ts';

/** What the cores of each machine did. */
export function HostTimeChart() {
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
