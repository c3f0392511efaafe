/** The costs in force in a scenario: those of its profile, and what replaces them. */
import profiles from '../scenario/generated/profiles.json';
import type { CostOverrides, Scenario } from '../scenario/generated/scenario.ts';
import type { Edits } from '../scenario/patch.ts';

export type CostName = keyof CostOverrides;

/** A cost in its unit (ns), or 0 when the profile does not know it. */
export function costOf({ costs: { profile, overrides } }: Scenario, name: CostName): number {
  const known: Partial<Record<CostName, { readonly value: number }>> | undefined = profiles.find(
    (candidate) => candidate.name === profile,
  )?.costs;
  return overrides[name] ?? known?.[name]?.value ?? 0;
}

/** Edits that multiply costs by a factor; costs that are 0 already stay out of them. */
export const scaled = (scenario: Scenario, names: readonly CostName[], factor: number): Edits =>
  Object.fromEntries(
    names
      .filter((name) => costOf(scenario, name) > 0)
      .map((name) => [`costs.overrides.${name}`, costOf(scenario, name) * factor]),
  );
