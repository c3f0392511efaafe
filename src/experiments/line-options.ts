import { useTranslations } from 'use-intl';
import type { Sweep } from '../model/sweep/definition.ts';
import { COMMANDS, THROUGHPUT } from '../model/sweep/metrics.ts';
import { useStore } from '../ui/use-store.ts';
import type { LineOptions } from './chart-data.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';

const LAWS = [
  'callers',
  'pool',
  'offered',
  'clientCores',
  'eventLoop',
  'processors',
  'linkOut',
  'linkBack',
  'serverMain',
  'serverIo',
  'serverCores',
] as const;

/** The laws by the reader's names. */
export function useLawWords(): (name: string) => string {
  const t = useTranslations('experiments.laws');
  return (name) => {
    const known = LAWS.find((other) => other === name);
    return known ? t(known) : name;
  };
}

/** Whether the laws say something about what is drawn. */
export const hasBounds = ({ axes }: Sweep, metric: string): boolean =>
  (metric === THROUGHPUT || metric === COMMANDS) && axes.length === 1;

/** What is drawn with the lines: bounds where the figure is a throughput, and what was predicted. */
export function useLineOptions({ sweep }: SweepRun, metric: string, isLogY: boolean): LineOptions {
  const t = useTranslations('experiments');
  const law = useLawWords();
  const bound = (line: string, name: string) => t('boundOf', { name: line, law: law(name) });
  const prediction = useStore(sweeps, (state) => state.prediction);
  return { metric, isLogY, hasBounds: hasBounds(sweep, metric), bound, prediction };
}
