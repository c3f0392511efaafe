import type { Provenance } from '../../charts/export.ts';
import type { SweepRun } from '../../stores/sweep.ts';
import { sweepQuery } from '../../sweep/link.ts';
import type { ShownChart } from '../results/ChartFigure.tsx';

/** A chart with where its numbers come from: the definition of the sweep says everything. */
export function withProvenance(chart: ShownChart, { sweep, engineVersion }: SweepRun): ShownChart {
  const provenance = async (): Promise<Provenance> => ({
    title: sweep.question === '' ? chart.title : `${sweep.question} · ${chart.title}`,
    caption: chart.description,
    engineVersion,
    link: `${location.href.replace(/#.*$/s, '')}#/experiments?${await sweepQuery(sweep)}`,
    sides: [],
    sweep,
  });
  return { ...chart, provenance };
}
