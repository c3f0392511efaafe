import { useTranslations } from 'use-intl';
import type { Provenance } from '../charts/export.ts';
import { prose } from '../charts/prose.ts';
import type { ShownChart } from '../lab/results/shown-chart.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { sweepQuery } from '../model/sweep/link.ts';
import { useAnswerLines } from './Answers.tsx';
import { comparisonOf } from './Findings.tsx';
import { useOverrideText } from './Overrides.tsx';
import type { SweepRun } from './sweep-state.ts';

/** The link that opens an experiment again. */
export const linkOf = async (sweep: Sweep): Promise<string> =>
  `${location.href.replace(/#.*$/s, '')}#/experiments?${await sweepQuery(sweep)}`;

/** The answers as sentences, each with the name of its system if there are several; or the comparison. */
export function useAnswerTexts(): (run: SweepRun, metric: string) => string[] {
  const t = useTranslations('experiments');
  const linesOf = useAnswerLines();
  return (run, metric) => {
    const lines = linesOf(run, metric);
    const comparison = lines.length === 0 ? comparisonOf(run, metric) : undefined;
    if (comparison) return [t('compared', comparison)];
    return lines.map(({ name, text }) => (run.sweep.series.length > 1 ? `${name}: ${text}` : text));
  };
}

/** The fixed conditions of an experiment, as texts. */
export function useFixedTexts(): (sweep: Sweep) => string[] {
  const textOf = useOverrideText();
  return ({ set }) => Object.entries(set).map(([path, value]) => textOf(path, value));
}

/** Adds the source of its numbers to a chart: question, answer, fixed conditions and the definition. */
export function useProvenance(): (chart: ShownChart, run: SweepRun, metric: string) => ShownChart {
  const answersOf = useAnswerTexts();
  const fixedOf = useFixedTexts();
  return (chart, run, metric) => {
    const { sweep, engineVersion } = run;
    const provenance = async (): Promise<Provenance> => ({
      title: chart.title,
      caption: prose([
        sweep.question,
        ...answersOf(run, metric),
        chart.description,
        fixedOf(sweep).join(' · '),
      ]),
      engineVersion,
      link: await linkOf(sweep),
      sides: [],
      sweep,
    });
    return { ...chart, provenance };
  };
}
