/**
 * What a run has shown, with what only its scenario knows: how many commands a request is, and whether there is a mean response
 * at all. Whoever shows or compares figures reads them from here.
 */
import { commandsPerRequest } from '../scenario/commands.ts';
import type { Course } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { busiestOf } from './busiest.ts';
import { growingQueue } from './cautions.ts';

/** What a request carries. */
export interface Carried {
  /** Commands or keys; absent of a run that was not looked at. */
  readonly commandsPerRequest?: number;
  /** Whether these are the keys of one command. */
  readonly isKeys?: boolean;
}

export interface RunResult extends Summary, Carried {
  /** Whether more requests come than go: then Little's law gives no mean response, and there is none. */
  readonly isGrowing?: boolean;
  /** The resource that is told as the busiest. */
  readonly busiest?: ResourceUse | undefined;
}

/**
 * More that came than went, as a part of those that went, from which there is no mean response. N/X counts on as many to come as
 * to go: read with the arrivals instead (N/λ) the same law gives a time that is shorter by this part, and both grow with the
 * length of the run, of which they say more than of the system.
 */
const OUTRUN = 0.05;
/** Counts of arrivals and completions scatter (Poisson): so many standard deviations of their difference may be chance. */
const CHANCE = 3;

/** Whether more requests come than go. Callers who wait for their answers cannot ask for more than is answered. */
export function isGrowing(scenario: Scenario, summary: Summary): boolean {
  const { issued, inProgressAtStart, inProgressAtEnd } = summary.requests;
  if (scenario.workload.arrivals.kind !== 'open') return false;
  const more = inProgressAtEnd - inProgressAtStart;
  const gone = issued - more;
  return (
    growingQueue(scenario, summary) !== undefined ||
    (more > OUTRUN * gone && more > CHANCE * Math.sqrt(issued + gone))
  );
}

const endOf = ({ scenario, changes }: Course): Scenario => changes?.at(-1)?.scenario ?? scenario;

/** What a request carries in the system that a run ends as. */
export function carriedBy(course: Course): Carried {
  const scenario = endOf(course);
  return {
    commandsPerRequest: commandsPerRequest(scenario),
    isKeys: scenario.workload.batch.kind === 'multiKey',
  };
}

/** A summary with what the system that the run ends as says of it. */
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

/** What requests of some runs consist of. */
export const partsOf = (sides: Sides): 'commands' | 'keys' =>
  sides.some(({ summary }) => summary?.isKeys) ? 'keys' : 'commands';

/**
 * What the throughputs of some runs are compared by: requests, by that name where they are batches; where these differ in size,
 * and a request is not the same work, what they consist of.
 */
export function comparedBy(sides: Sides): 'throughput' | 'requests' | 'commands' | 'keys' {
  const [first = 1, second = first] = sides.flatMap(({ summary }) => summary?.commandsPerRequest ?? []);
  if (first !== second) return partsOf(sides);
  return first > 1 ? 'requests' : 'throughput';
}

/** How many of what is compared by a request is. */
export const sizeBy = (by: ReturnType<typeof comparedBy>, { commandsPerRequest = 1 }: Carried): number =>
  by === 'commands' || by === 'keys' ? commandsPerRequest : 1;
