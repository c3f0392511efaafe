/** The distinct runs of a set of claims, and the mapping of their results to the claims. */

import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Claim, Topic } from './claim.ts';
import type { Results } from './expression.ts';
import { type Judgement, judge } from './judge.ts';
import { type Complete, runsOf, scenariosOf } from './runs.ts';

/** A claim with its topic, which defines its runs. */
export interface Filed {
  readonly topic: Topic;
  readonly claim: Claim;
}

/** A run of the engine for one or several claims. */
export interface NeededRun {
  /** The canonical scenario as text: equal texts, equal runs. */
  readonly id: string;
  /** The first name that requested it. */
  readonly name: string;
  readonly scenario: Scenario;
}

export interface Plan {
  readonly runs: readonly NeededRun[];
  /** The runs of a name in a topic; none for a name without a planned claim. */
  runsNamed(topic: Topic, name: string): readonly NeededRun[];
  /** The input of a topic's formulas, given each run's summary. */
  resultsOf(topic: Topic, summaryOf: (run: NeededRun) => Summary): Results;
  /** Judges every claim, given each run's summary. */
  judge(summaryOf: (run: NeededRun) => Summary): Judgement[];
}

/**
 * Plans the runs of the claims that have any. Rejects when a run does not exist or its scenario is invalid
 */
export async function planFor(filed: readonly Filed[], complete: Complete): Promise<Plan> {
  const runs = new Map<string, NeededRun>();
  const points = new Map<string, { key: string; run: NeededRun }[]>();
  for (const { topic, claim } of filed) {
    if (claim.status === 'notModelled') continue;
    for (const name of runsOf(claim)) {
      const label = `${topic.id} ${name}`;
      if (points.has(label)) continue;
      const named = (partial: Json) => completeAs(label, partial, complete);
      const planned: { key: string; run: NeededRun }[] = [];
      for (const { key, scenario: partial } of await scenariosOf(topic, name, named)) {
        const scenario = await named(partial);
        const id = JSON.stringify(scenario);
        const run = runs.get(id) ?? { id, name: key === '' ? label : `${label}[${key}]`, scenario };
        runs.set(id, run);
        planned.push({ key, run });
      }
      points.set(label, planned);
    }
  }
  const pointsNamed = (topic: Topic, name: string) => points.get(`${topic.id} ${name}`) ?? [];
  const resultsOf =
    (topic: Topic, summaryOf: (run: NeededRun) => Summary): Results =>
    (name) =>
      pointsNamed(topic, name).map(({ key, run }) => ({ key, summary: summaryOf(run) }));
  return {
    runs: [...runs.values()],
    runsNamed: (topic, name) => pointsNamed(topic, name).map(({ run }) => run),
    resultsOf,
    judge: (summaryOf) => filed.map(({ topic, claim }) => judge(claim, resultsOf(topic, summaryOf))),
  };
}

/** Completes a scenario; an error names its run. */
async function completeAs(label: string, partial: Json, complete: Complete): Promise<Scenario> {
  try {
    return await complete(partial);
  } catch (error) {
    throw new Error(`${label}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
