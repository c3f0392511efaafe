/** Expands a definition to the scenarios of its points. */

import { applyEdits } from '../scenario/apply-edits.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized } from '../scenario/generated/summary.ts';
import type { Json } from '../scenario/patch.ts';
import type { Problem } from '../scenario/problem.ts';
import { editsAt, valuesOf } from './axis.ts';
import type { AxisValue, Sweep, SweepSeries } from './definition.ts';

/** One system at one position of the axes. */
export interface Place {
  /** Number of the point. */
  readonly index: number;
  /** Index of its series. */
  readonly series: number;
  /** One value per axis. */
  readonly at: readonly AxisValue[];
}

export interface Point extends Place {
  /** Canonical, with the first replication's seed; absent if the engine rejects it. */
  readonly scenario?: Scenario;
  /** Why there is no scenario. */
  readonly problem?: Problem;
}

/** The engine's normalisation; on the page it runs in a worker. */
export type Normalize = (value: Json) => Normalized | Promise<Normalized>;

/** The scenario of a preset. */
export type PresetOf = (id: string) => Json | undefined | Promise<Json | undefined>;

/** All positions of the axes, the last one changing fastest. */
const placesOf = ({ axes }: Sweep): AxisValue[][] =>
  axes
    .map(valuesOf)
    .reduce<AxisValue[][]>(
      (places, values) => places.flatMap((place) => values.map((value) => [...place, value])),
      [[]],
    );

/** Without listing the points: a definition that nobody has checked may have any number of them. */
export const pointCount = ({ series, axes }: Sweep): number =>
  axes.reduce((count, axis) => count * valuesOf(axis).length, series.length);

/** All points by number, series by series. */
export function numbered(sweep: Sweep): Place[] {
  const places = placesOf(sweep);
  return sweep.series.flatMap((_, series) =>
    places.map((at, place) => ({ index: series * places.length + place, series, at })),
  );
}

/**
 * All points with scenarios. Edits apply to complete scenarios, so they need not repeat default choices; the
 * sweep's `set` comes before that of the series.
 */
export async function pointsOf(sweep: Sweep, normalize: Normalize, presetOf: PresetOf): Promise<Point[]> {
  const bases = await Promise.all(sweep.series.map((system) => baseOf(sweep, system, normalize, presetOf)));
  const points: Point[] = [];
  for (const place of numbered(sweep)) {
    const base = bases[place.series];
    if (!base) continue;
    points.push({
      ...place,
      ...('code' in base ? { problem: base } : await scenarioAt(sweep, base, place, normalize)),
    });
  }
  return points;
}

/** A system without parameter values, or its problem. */
async function baseOf(
  sweep: Sweep,
  system: SweepSeries,
  normalize: Normalize,
  presetOf: PresetOf,
): Promise<Scenario | Problem> {
  const start = system.scenario ?? (system.preset === undefined ? {} : await presetOf(system.preset)) ?? {};
  let scenario = await normalize(start);
  for (const edits of [sweep.set, system.set ?? {}, { seed: sweep.firstSeed }])
    if (scenario.scenario) scenario = await normalize(applyEdits(scenario.scenario, edits));
  return scenario.scenario ?? asProblem(scenario);
}

/** Choices among the axes come first: other fields depend on them. */
async function scenarioAt(
  sweep: Sweep,
  base: Scenario,
  { at }: Place,
  normalize: Normalize,
): Promise<Pick<Point, 'scenario' | 'problem'>> {
  let scenario = base as unknown as Json;
  const places = sweep.axes.map((axis, number) => ({ axis, value: at[number] ?? 0 }));
  const isNumber = ({ value }: { value: AxisValue }) => typeof value === 'number';
  for (const { axis, value } of [...places.filter((place) => !isNumber(place)), ...places.filter(isNumber)]) {
    const edits = editsAt(axis, value, scenario);
    if (Object.keys(edits).length === 0) return { problem: { code: 'SWP-02', path: axis.paths.join(', ') } };
    scenario = applyEdits(scenario, edits);
    if (typeof value === 'number') continue;
    const answer = await normalize(scenario);
    if (!answer.scenario) return { problem: asProblem(answer) };
    scenario = answer.scenario as unknown as Json;
  }
  const answer = await normalize(scenario);
  return answer.scenario ? { scenario: answer.scenario } : { problem: asProblem(answer) };
}

const asProblem = ({ issues }: Normalized): Problem => issues[0] ?? { code: 'SCN-01', path: '' };

/** The points in run order: every system at one position before the next position. */
export const inRunOrder = <P extends Place>(points: readonly P[]): P[] => {
  const counts = new Map<number, number>();
  const turns = points.map((point) => {
    const position = counts.get(point.series) ?? 0;
    counts.set(point.series, position + 1);
    return { point, turn: position };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ point }) => point);
};

/** Seeds have 32 bits and wrap to 0. */
const SEEDS = 2 ** 32;

/** The seed of a replication. */
export const seedOf = ({ seed }: Pick<Scenario, 'seed'>, replication: number): number =>
  (seed + replication) % SEEDS;

/** The scenario of a replication. */
export const replicationOf = (scenario: Scenario, replication: number): Scenario => ({
  ...scenario,
  seed: seedOf(scenario, replication),
});
