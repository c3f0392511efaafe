/**
 * One run of each point of the ready experiments, recorded for their pictures. `npm run golden:update` renews
 * the records; a test compares them with the engine.
 */
import type { Engine } from '../engine/engine.ts';
import { presetById } from '../scenario/library.ts';
import type { Json } from '../scenario/patch.ts';
import type { Sweep } from './definition.ts';
import { type Point, pointsOf } from './plan.ts';
import { recordOf } from './results.ts';

/** The metric at each point; null where it cannot be simulated. By preset. */
export type Recorded = Readonly<Record<string, readonly (number | null)[]>>;

/** Digits of a recorded value: more than a small picture shows. */
const DIGITS = 4;

export const plannedWith = (engine: Engine, sweep: Sweep): Promise<Point[]> =>
  pointsOf(
    sweep,
    (scenario: Json) => engine.normalize(JSON.stringify(scenario)),
    (id) => presetById(id)?.scenario,
  );

/** The metric of the first replication of a point. */
export function recordedValue(engine: Engine, { metric }: Sweep, { index, scenario }: Point): number | null {
  if (!scenario) return null;
  engine.open(scenario, false);
  while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) !== 'done');
  const value = recordOf({ point: index, replication: 0 }, scenario, engine.summary()).values[metric];
  return value === undefined ? null : Number(value.toPrecision(DIGITS));
}
