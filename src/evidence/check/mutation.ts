/**
 * Changes of costs that make claims fail. A claim counts as agreement only when some cost, set to another
 * value, makes one of its checks fail; otherwise the check does not depend on the costs. `sim claims
 * --mutate` searches for these changes and records them in `answers/generated/mutations.json`. A test applies
 * every recorded change again and expects the failure.
 */
import type { CostProfile } from '../../model/scenario/cost-profiles.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Check, Claim } from './claim.ts';
import { FormulaError, type Results } from './expression.ts';
import { canFail, judge } from './judge.ts';
import type { Filed } from './plan.ts';
import { runsOf } from './runs.ts';

/** A cost with another value in all runs of a claim: a multiple of its own value. */
export interface Mutation {
  /** Name of the cost, as in a profile. */
  readonly cost: string;
  /**
   * The factor on its value. A cost that is 0 in the run's profile becomes this multiple of its largest value
   * in any profile.
   */
  readonly factor: number;
}

/** The tried factors, the smallest change first. A cost may be wrong by ten times, hardly by more. */
export const FACTORS: readonly number[] = [2, 0, 10];

/** A mutation as text: `socketWriteNs × 2`. */
export const mutationText = ({ cost, factor }: Mutation): string => `${cost} × ${factor}`;

/** Recorded mutations by claim id, each with the index of the check that fails. */
export type RecordedMutations = Readonly<Record<string, Mutation & { readonly check: number }>>;

/** Claims that count as agreement: they hold, and one of their checks can fail. */
export const isCounted = ({ status, checks = [] }: Claim): boolean =>
  status === 'passing' && checks.some(canFail);

/**
 * The scenario with the mutated cost. A cost that the run itself sets to 0 stays 0: the claim is about a
 * system without it.
 * @returns undefined when the mutation changes nothing in this run
 */
export function mutated(
  scenario: Scenario,
  { cost, factor }: Mutation,
  profiles: readonly CostProfile[],
): Scenario | undefined {
  const { profile, overrides } = scenario.costs;
  const given: Readonly<Record<string, unknown>> = { ...overrides };
  const valueIn = (profile: CostProfile | undefined) => profile?.costs[cost]?.value ?? 0;
  const set = given[cost];
  if (set === 0) return undefined;
  const baseValue = typeof set === 'number' ? set : valueIn(profiles.find(({ name }) => name === profile));
  const base = baseValue === 0 ? Math.max(...profiles.map(valueIn)) : baseValue;
  const value = Math.round(base * factor * 1000) / 1000;
  if (value === baseValue) return undefined;
  return {
    ...scenario,
    costs: { ...scenario.costs, overrides: { ...overrides, [cost]: value } },
  };
}

/**
 * Whether the results make a check of the claim fail. A missing or non-numeric value is no failure: the
 * changed run then shows nothing.
 */
export function fails(claim: Claim, check: Check, results: Results): boolean {
  try {
    const [result] = judge({ ...claim, status: 'passing', checks: [check] }, results).results;
    return result !== undefined && !result.holds && result.values.every(Number.isFinite);
  } catch (error) {
    if (error instanceof FormulaError) return false;
    throw error;
  }
}

/** One check of a claim, as a claim of its own with its topic: the unit of a search. */
export interface Target extends Filed {
  readonly check: Check;
  /** Its index among the checks of its claim. */
  readonly index: number;
}

/**
 * The checks of some claims, one by one.
 * @param wanted selects checks
 */
export const targetsOf = (filed: readonly Filed[], wanted: (check: Check) => boolean): Target[] =>
  filed.flatMap(({ topic, claim }) =>
    (claim.checks ?? []).flatMap((check, index) =>
      wanted(check) ? [{ topic, claim: { ...claim, checks: [check] }, check, index }] : [],
    ),
  );

/** The names of the runs of a target. */
export const runsOfTarget = ({ claim }: Target): string[] => runsOf(claim);
