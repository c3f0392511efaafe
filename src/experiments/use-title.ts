import { useTranslations } from 'use-intl';
import { useConditions } from '../lab/shared/use-conditions.ts';
import { useSweepWords } from './metric-words.ts';
import type { SweepRun } from './sweep-state.ts';

/** The title of a chart: metric, varied settings and the main conditions. */
export function useTitle(): (run: SweepRun, metric: string) => string {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const conditionsOf = useConditions();
  return ({ sweep, points }, metric) => {
    const [first, second] = sweep.axes;
    if (!first) return words.metric(metric);
    const facts = { metric: words.metric(metric), knob: words.size(first) };
    const title = second ? t('titleTwo', { ...facts, second: words.size(second) }) : t('titleOne', facts);
    const scenarios = points.flatMap(({ scenario }) => scenario ?? []);
    const varied = sweep.axes.flatMap(({ paths }) => paths);
    return [title, ...conditionsOf(scenarios, varied)].join(t('readoutJoiner'));
  };
}
