import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  type CallsData,
  type CallsWords,
  callPairs,
  callsPerRequest,
} from '../../charts/calls-per-request.ts';
import {
  type BatchingData,
  type BatchingWords,
  batchPairs,
  commandsPerCall,
} from '../../charts/commands-per-call.ts';
import { pairLines } from '../../charts/paired-bars.ts';
import { useWords } from '../../ui/texts.tsx';
import { SpecFigure } from './SpecFigure.tsx';
import { useSummaries } from './use-summaries.ts';

/** System calls and context switches per request. */
export function CallsChart() {
  const t = useTranslations('plots.calls');
  const plots = useTranslations('plots');
  const activity = useTranslations('activity');
  const { number, language } = useWords();
  const sides = useSummaries();
  const data = useMemo(
    (): CallsData =>
      sides.map(({ id, summary }) => ({ id, syscalls: summary.syscalls, hosts: summary.hosts })),
    [sides],
  );
  const words = useMemo(
    (): CallsWords => ({
      number,
      xTitle: t('x'),
      call: (owner, syscall) => t('call', { owner: t(`classes.${owner}`), syscall: activity(syscall) }),
      switches: (host) => t('switches', { host }),
      tableCaption: t('tableCaption'),
      tableWhat: t('tableWhat'),
      list: (names) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
      sentence: (facts) => t('describe', facts),
      noAnswers: (side) => plots('noAnswers', { side }),
      empty: t('empty'),
    }),
    [t, plots, activity, number, language],
  );
  const lines = pairLines(callPairs(data, words));
  return (
    <SpecFigure
      spec={callsPerRequest}
      title={t('title')}
      data={data}
      words={words}
      lines={lines}
      isOfFigures
    />
  );
}

/** Commands and replies per system call. */
export function BatchingChart() {
  const t = useTranslations('plots.batching');
  const { number } = useWords();
  const sides = useSummaries();
  const data = useMemo(
    (): BatchingData => sides.map(({ id, summary }) => ({ id, batching: summary.batching })),
    [sides],
  );
  const words = useMemo(
    (): BatchingWords => ({
      number,
      xTitle: t('x'),
      call: (name) => t(`calls.${name}`),
      tableCaption: t('tableCaption'),
      tableCall: t('tableCall'),
      sentence: (facts) => t('describe', facts),
      unknown: t('unknown'),
      empty: t('empty'),
    }),
    [t, number],
  );
  const lines = pairLines(batchPairs(data, words));
  return (
    <SpecFigure
      spec={commandsPerCall}
      title={t('title')}
      data={data}
      words={words}
      lines={lines}
      isOfFigures
    />
  );
}
