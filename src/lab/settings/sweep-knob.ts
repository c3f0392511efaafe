/** The experiment on a setting of the Lab. */
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { DEFAULTS, type Sweep, type SweepSeries } from '../../model/sweep/definition.ts';
import { firstAxis, namesOf } from '../../model/sweep/first-axis.ts';
import { sweepQuery } from '../../model/sweep/link.ts';
import { EXPERIMENTS_PATH } from '../link/link.ts';
import { experiment } from './experiment-state.ts';

/**
 * The Lab's systems, with the setting varied from well below to well above its current value.
 * @param names names of the systems
 */
export function knobSweep(path: string, names: Readonly<Partial<Record<SideName, string>>>): Sweep {
  const paths = namesOf(path);
  const sides = (['a', 'b'] as const).filter((side) => names[side] !== undefined);
  const present = sides
    .flatMap((side) => paths.map((name) => getAt(experiment.getState()[side]?.scenario, name)))
    .find((value) => value !== undefined);
  const series = sides.flatMap((side) => sideSeries(side, names[side] ?? '') ?? []);
  return { roundtrip: 'sweep', version: 1, ...DEFAULTS, series, axes: [firstAxis(paths, present)] };
}

/** Opens it on the page of experiments. */
export async function varyKnob(path: string, names: Parameters<typeof knobSweep>[1]): Promise<void> {
  location.hash = `#${EXPERIMENTS_PATH}?${await sweepQuery(knobSweep(path, names))}`;
}

/** A side of the Lab as a system of an experiment. */
export function sideSeries(side: 'a' | 'b', name: string): SweepSeries | undefined {
  const scenario = experiment.getState()[side]?.scenario;
  return scenario && { name, scenario: scenario as unknown as Json };
}
