import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import {
  CORE_STATES,
  type HostTimeData,
  type HostTimeWords,
  hostTime,
  hostTimeLines,
} from '../../charts/host-time.ts';
import { run } from '../../stores/run.ts';
import { useWords } from '../shared/texts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { SpecFigure } from './SpecFigure.tsx';
import { StateKey } from './StateKey.tsx';

/** What the cores of each machine did. */
export function HostTimeChart() {
  const t = useTranslations('plots.hosts');
  const { percent } = useWords();
  const shown = useShownSides();
  const a = useStore(run, (state) => state.a.summary);
  const b = useStore(run, (state) => state.b.summary);
  const data = useMemo(
    (): HostTimeData =>
      shown.flatMap((side) => ({ a, b })[side]?.hosts.map((host) => ({ ...host, side })) ?? []),
    [a, b, shown],
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
    <SpecFigure spec={hostTime} title={t('title')} data={data} words={words} lines={hostTimeLines(data)}>
      <StateKey prefix="core" states={CORE_STATES} name={words.state} />
    </SpecFigure>
  );
}
