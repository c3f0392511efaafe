/** Names and numbers of a sweep in the reader's language. */
import { useTranslations } from 'use-intl';
import type { Unit } from '../charts/chart.ts';
import type { NumberField } from '../model/scenario/amount.ts';
import { axisField } from '../model/sweep/axis.ts';
import type { Axis, AxisValue } from '../model/sweep/definition.ts';
import { CONNECTIONS } from '../model/sweep/first-axis.ts';
import { MAIN_METRICS, type MetricUnit, unitOf } from '../model/sweep/metrics.ts';
import { useWords } from '../ui/texts.tsx';
import { useSettingName } from './use-setting-name.ts';

/** What a field for a value of a metric accepts. */
export const METRIC_FIELDS: Readonly<Record<MetricUnit, NumberField>> = {
  us: { unit: 'µs' },
  '1/s': { unit: '1/s' },
  share: { max: 1 },
  number: {},
};

/** Zero or more. */
export const NOT_NEGATIVE = [0, Number.POSITIVE_INFINITY] as const;

/** Units of charts: times in ns. */
export const CHART_UNITS: Readonly<Record<MetricUnit, { unit: Unit; factor: number }>> = {
  us: { unit: 'ns', factor: 1000 },
  '1/s': { unit: '1/s', factor: 1 },
  share: { unit: 'share', factor: 1 },
  number: { unit: 'number', factor: 1 },
};

type MainMetric = (typeof MAIN_METRICS)[number];

const isMain = (metric: string): metric is MainMetric => MAIN_METRICS.some((main) => main === metric);

/** Catalogue keys cannot contain dots. */
const keyOf = <M extends string>(metric: M) => metric.replaceAll('.', '_') as Underscored<M>;
type Underscored<M extends string> = M extends `${infer Head}.${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : M;

export function useSweepWords() {
  const t = useTranslations('experiments.metrics');
  const answer = useTranslations('experiments.answer');
  const words = useWords();
  const nameOf = useSettingName();
  return {
    /** The name of a main metric; the others keep their file names. */
    metric: (metric: string): string => {
      if (!isMain(metric)) return metric;
      const key = keyOf(metric);
      return t(key);
    },
    /** A value in the unit of the summary. */
    value: (metric: string, value: number): string => {
      const unit = unitOf(metric);
      if (unit === 'us') return words.duration(value * 1000);
      if (unit === 'share') return words.percent(value);
      return unit === '1/s' ? `${words.number(value)}/s` : words.number(value);
    },
    /** The name of a setting with its unit. */
    axis: (axis: Pick<Axis, 'paths'>): string => {
      const field = axisField(axis);
      if (!field) return axis.paths[0] ?? '';
      // A setting with several paths has all their names.
      const name = axis.paths.map(nameOf).join(' / ');
      return field.unit ? `${name} (${field.unit})` : name;
    },
    /** The name of a size within a sentence. */
    size: ({ paths }: Pick<Axis, 'paths'>): string => {
      if (paths.join() === CONNECTIONS.join()) return answer('connections');
      const label = nameOf(paths[0] ?? '');
      // Not an abbreviation such as RTT.
      return label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
    },
    /** A value of a setting. */
    place: (axis: Axis, value: AxisValue): string => {
      const field = axisField(axis);
      if (typeof value === 'number') return words.number(value);
      return field?.kind === 'choice' ? words.choice(field, String(value)) : String(value);
    },
  };
}

export type SweepWords = ReturnType<typeof useSweepWords>;
