import type { Provenance } from '../charts/export.ts';
import type { ShownChart } from '../lab/results/shown-chart.ts';
import type { Axis } from '../model/sweep/definition.ts';
import { sweepQuery } from '../model/sweep/link.ts';
import type { SweepRun } from './sweep-state.ts';

/**
 * A chart with the source of its numbers: the definition of the sweep has all of it. The title names the metric, what is varied and what is
 * the same for all systems.
 * @param nameOf the reader's name of an axis, with its unit
 */
export function withProvenance(
  chart: ShownChart,
  { sweep, engineVersion }: SweepRun,
  nameOf: (axis: Pick<Axis, 'paths'>) => string,
): ShownChart {
  const varied = sweep.axes.map(nameOf).join(' × ');
  const fixed = Object.entries(sweep.set).map(([path, value]) => `${nameOf({ paths: [path] })}: ${value}`);
  const conditions = [chart.title, varied, ...fixed].join(' · ');
  const provenance = async (): Promise<Provenance> => ({
    title: sweep.question === '' ? conditions : `${sweep.question} · ${conditions}`,
    caption: chart.description,
    engineVersion,
    link: `${location.href.replace(/#.*$/s, '')}#/experiments?${await sweepQuery(sweep)}`,
    sides: [],
    sweep,
  });
  return { ...chart, provenance };
}
