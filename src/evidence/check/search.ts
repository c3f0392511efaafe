/** Searches for the changes of costs that make claims fail (`mutation.ts`). */
import type { CostProfile } from '../../model/scenario/cost-profiles.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import {
  FACTORS,
  fails,
  type Mutation,
  mutated,
  mutationText,
  type RecordedMutations,
  runsOfTarget,
  type Target,
} from './mutation.ts';
import type { NeededRun, Plan } from './plan.ts';

/** Runs a scenario to its end; undefined when it is refused, stalls or takes too many events. */
export type Simulate = (scenario: Scenario) => Summary | undefined;

/** The dependencies of a search. */
export interface SearchTools {
  /** Planned for the targets. */
  readonly plan: Plan;
  readonly profiles: readonly CostProfile[];
  readonly simulate: Simulate;
}

/** Tries mutations on targets; targets with the same runs share them. */
export class Trials {
  readonly #tools: SearchTools;
  readonly #unchanged = new Map<string, Summary | undefined>();
  #mutation = '';
  #changed = new Map<string, Summary | undefined>();

  constructor(tools: SearchTools) {
    this.#tools = tools;
  }

  /**
   * Whether the mutation makes the check fail. Call it mutation by mutation: the runs of the last one are
   * cached.
   */
  breaks(target: Target, mutation: Mutation): boolean {
    const { plan, profiles } = this.#tools;
    const text = mutationText(mutation);
    if (text !== this.#mutation) [this.#mutation, this.#changed] = [text, new Map()];
    const runs = runsOfTarget(target).flatMap((name) => plan.runsNamed(target.topic, name));
    if (runs.every(({ scenario }) => mutated(scenario, mutation, profiles) === undefined)) return false;
    for (const run of runs) if (this.#summary(run, mutation) === undefined) return false;
    const results = plan.resultsOf(target.topic, (run) => this.#summary(run, mutation) as Summary);
    return fails(target.claim, target.check, results);
  }

  #summary({ id, scenario }: NeededRun, mutation: Mutation): Summary | undefined {
    const changed = mutated(scenario, mutation, this.#tools.profiles);
    const known = changed ? this.#changed : this.#unchanged;
    if (!known.has(id)) known.set(id, this.#tools.simulate(changed ?? scenario));
    return known.get(id);
  }
}

/**
 * Finds a change for each claim, or for each of the targets. Recorded changes are tried first, so that a
 * second search is short.
 * @param scope `claim`: one target of each claim is enough, the one with the shortest runs
 * @param onFound called for every target that a mutation breaks
 */
export function search(
  targets: readonly Target[],
  tools: SearchTools,
  recorded: RecordedMutations,
  scope: 'claim' | 'check',
  onFound: (target: Target, mutation: Mutation) => void,
): Map<Target, Mutation> {
  const trials = new Trials(tools);
  const found = new Map<Target, Mutation>();
  const isDone = new Set<string>();
  const nameOf = ({ claim, index }: Target) => (scope === 'claim' ? claim.id : `${claim.id} ${index}`);
  const attempt = (target: Target, mutation: Mutation) => {
    if (isDone.has(nameOf(target)) || !trials.breaks(target, mutation)) return;
    isDone.add(nameOf(target));
    found.set(target, mutation);
    onFound(target, mutation);
  };
  for (const mutation of new Set(Object.values(recorded).map(mutationText)))
    for (const target of targets) {
      const known = recorded[target.claim.id];
      if (known?.check === target.index && mutationText(known) === mutation) attempt(target, known);
    }
  const shortest = [...targets].sort(
    (left, right) => lengthOf(left, tools.plan) - lengthOf(right, tools.plan),
  );
  for (const mutation of candidates(tools.profiles)) for (const target of shortest) attempt(target, mutation);
  return found;
}

/** Simulated time of a target's runs, ms: the approximate cost of a trial. */
const lengthOf = (target: Target, plan: Plan): number =>
  runsOfTarget(target)
    .flatMap((name) => plan.runsNamed(target.topic, name))
    .reduce((sum, { scenario: { run } }) => sum + run.warmupMs + run.measuredMs, 0);

/** All candidate changes: costs that matter in most runs first, small changes before large ones. */
function* candidates(profiles: readonly CostProfile[]): Generator<Mutation> {
  const rest = Object.keys(profiles[0]?.costs ?? {}).filter((cost) => !COMMON.includes(cost));
  for (const costs of [COMMON, rest])
    for (const factor of FACTORS) for (const cost of costs) yield { cost, factor };
}

/** Costs that decide most runs: system calls, commands, wake-ups, caches, and timers. */
const COMMON: readonly string[] = [
  'socketWriteNs',
  'commandNs',
  'socketReadNs',
  'coldSwitchPercent',
  'executorOfferNs',
  'timerSlackNs',
  'slotScanNs',
  'wakeLatencyNs',
  'contextSwitchNs',
  'assignClientNs',
];
