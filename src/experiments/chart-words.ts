/** Texts of the charts of an experiment. */
import { useTranslations } from 'use-intl';
import type { SweepHeatData, SweepHeatWords } from '../charts/sweep-heat.ts';
import type { SweepLinesWords } from '../charts/sweep-lines.ts';
import type { SweepResidualsWords } from '../charts/sweep-residuals.ts';
import { useNumberWords } from '../evidence/reproductions/use-number-words.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { COMMANDS, THROUGHPUT, unitOf } from '../model/sweep/metrics.ts';
import { useStore } from '../ui/use-store.ts';
import type { LineOptions } from './chart-data.ts';
import { CHART_UNITS, useSweepWords } from './metric-words.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';

const LAWS = [
  'callers',
  'pool',
  'carriers',
  'offered',
  'clientCores',
  'eventLoop',
  'processors',
  'linkOut',
  'linkBack',
  'serverMain',
  'serverIo',
  'serverCores',
  'proxy',
] as const;

/** The names of the laws. */
export function useLawWords(): (name: string) => string {
  const t = useTranslations('experiments.laws');
  return (name) => {
    const known = LAWS.find((other) => other === name);
    return known ? t(known) : name;
  };
}

/** Whether laws apply to the metric. */
export const hasBounds = ({ axes }: Sweep, metric: string): boolean =>
  (metric === THROUGHPUT || metric === COMMANDS) && axes.length === 1;

/** Additions to the lines: bounds of a throughput, and the prediction. */
export function useLineOptions({ sweep }: SweepRun, metric: string, isLogY: boolean): LineOptions {
  const t = useTranslations('experiments');
  const law = useLawWords();
  const bound = (line: string, name: string) => t('boundOf', { name: line, law: law(name) });
  const prediction = useStore(sweeps, (state) => state.prediction);
  return { metric, isLogY, hasBounds: hasBounds(sweep, metric), bound, prediction };
}

export function useChartWords(metric: string) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { percent, signed } = useNumberWords();
  const { factor } = CHART_UNITS[unitOf(metric)];
  const value = (inUnit: number) => words.value(metric, inUnit / factor);
  return {
    lines: (title: string, yTitle = words.metric(metric)): SweepLinesWords => ({
      yTitle,
      value,
      ghost: (name) => t('predicted', { name }),
      bands: (count) => t('bands', { count }),
      tableCaption: title,
      column: (name, part) => t(`columns.${part}`, { name }),
      sentence: (facts) => t('describe', facts),
      empty: t('describeEmpty'),
    }),
    heat: ({ x, y }: SweepHeatData, title: string): SweepHeatWords => ({
      value,
      column: words.metric(metric),
      tableCaption: title,
      sentence: (facts) => t('describeHeat', { ...facts, xTitle: x.title, yTitle: y.title }),
      empty: t('describeEmpty'),
      signed,
      measured: {
        name: t('measuredOver.columns.name'),
        seen: t('measuredOver.columns.seen'),
        residual: t('measuredOver.residual'),
      },
    }),
    residuals: (title: string, above: SweepLinesWords): SweepResidualsWords => ({
      above,
      yTitle: t('measuredOver.residual'),
      percent,
      tableCaption: t('measuredOver.title', { title }),
      columns: {
        name: t('measuredOver.columns.name'),
        system: t('measuredOver.columns.system'),
        seen: t('measuredOver.columns.seen'),
        low: t('measuredOver.columns.low'),
        high: t('measuredOver.columns.high'),
        model: t('measuredOver.columns.model'),
        residual: t('measuredOver.residual'),
      },
      sentence: (facts) => t('measuredOver.sentence', facts),
      empty: t('measuredOver.noModel'),
    }),
  };
}
