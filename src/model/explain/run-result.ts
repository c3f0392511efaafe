/**
 * The result of a run: its summary with facts from its scenario, such as commands per request and whether a
 * mean response exists. All displays and comparisons read from here.
 */

import type { Course } from '../scenario/course.ts';
import { commandsPerRequest } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { busiestOf } from './busiest.ts';
import { growingQueue } from './cautions.ts';

/** Contents of a request. */
export interface Carried {
  /** Commands or keys; absent for an unexamined run. */
  readonly commandsPerRequest?: number;
  /** Whether these are the keys of one command. */
  readonly isKeys?: boolean;
}

export interface RunResult extends Summary, Carried {
  /** Whether arrivals exceed departures: then Little's law gives no mean response. */
  readonly isGrowing?: boolean;
  /** The resource reported as the busiest. */
  readonly busiest?: ResourceUse | undefined;
}

/**
 * Excess of arrivals over departures, relative to departures, from which there is no mean response. N/X
 * assumes equal rates; N/λ would be shorter by this share. Both grow with the length of the run.
 */
const OUTRUN = 0.05;
/**
 * Arrivals and completions fluctuate (Poisson): this many standard deviations of their difference may be
 * noise.
 */
const CHANCE = 3;

/** Whether arrivals exceed departures. In a closed workload they cannot. */
export function isGrowing(scenario: Scenario, summary: Summary): boolean {
  const { issued, inProgressAtStart, inProgressAtEnd } = summary.requests;
  if (scenario.workload.arrivals.kind !== 'open') return false;
  const more = inProgressAtEnd - inProgressAtStart;
  const departed = issued - more;
  return (
    growingQueue(scenario, summary) !== undefined ||
    (more > OUTRUN * departed && more > CHANCE * Math.sqrt(issued + departed))
  );
}

const endOf = ({ scenario, changes }: Course): Scenario => changes?.at(-1)?.scenario ?? scenario;

/** The contents of a request in the final configuration of a run. */
export function carriedBy(course: Course): Carried {
  const scenario = endOf(course);
  return {
    commandsPerRequest: commandsPerRequest(scenario),
    isKeys: scenario.workload.batch.kind === 'multiKey',
  };
}

/** A summary with facts of the run's final configuration. */
export function runResult(course: Course, summary: Summary): RunResult {
  const scenario = endOf(course);
  return {
    ...summary,
    ...carriedBy(course),
    busiest: busiestOf(scenario, summary),
    ...(isGrowing(scenario, summary) && {
      isGrowing: true,
      little: { ...summary.little, meanResponseUs: null },
    }),
  };
}

export type Sides = readonly { readonly summary: RunResult | Carried | undefined }[];

/** What the requests of some runs consist of. */
export const partsOf = (sides: Sides): 'commands' | 'keys' =>
  sides.some(({ summary }) => summary?.isKeys) ? 'keys' : 'commands';

/**
 * The unit in which throughputs are compared: requests, named so for batches; or their parts, if request
 * sizes differ.
 */
export function comparedBy(sides: Sides): 'throughput' | 'requests' | 'commands' | 'keys' {
  const [first = 1, second = first] = sides.flatMap(({ summary }) => summary?.commandsPerRequest ?? []);
  if (first !== second) return partsOf(sides);
  return first > 1 ? 'requests' : 'throughput';
}

/** Number of compared units per request. */
export const sizeBy = (by: ReturnType<typeof comparedBy>, { commandsPerRequest = 1 }: Carried): number =>
  by === 'commands' || by === 'keys' ? commandsPerRequest : 1;
