import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { type SweepRun, sweeps } from '../../stores/sweep.ts';
import type { LineOptions } from './chart-data.ts';

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

/** What is drawn with the lines: bounds where the figure is a throughput, and what was predicted. */
export function useLineOptions({ sweep }: SweepRun, metric: string, isLogY: boolean): LineOptions {
  const t = useTranslations('experiments.laws');
  const prediction = useStore(sweeps, (state) => state.prediction);
  const law = (name: string): string => {
    const known = LAWS.find((other) => other === name);
    return known ? t(known) : name;
  };
  return {
    metric,
    isLogY,
    hasBounds: metric === 'throughput.perSec' && sweep.axes.length === 1,
    law,
    prediction,
  };
}
