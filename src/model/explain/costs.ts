/** Effective costs of a scenario: its profile's, with overrides. */
import profiles from '../scenario/generated/profiles.json';
import type { CostOverrides, Scenario } from '../scenario/generated/scenario.ts';
import type { Edits } from '../scenario/patch.ts';

export type CostName = keyof CostOverrides;

/** A cost, ns; 0 if the profile lacks it. */
export function costOf({ costs: { profile, overrides } }: Scenario, name: CostName): number {
  const known: Partial<Record<CostName, { readonly value: number }>> | undefined = profiles.find(
    (candidate) => candidate.name === profile,
  )?.costs;
  return overrides[name] ?? known?.[name]?.value ?? 0;
}

/** Edits that multiply costs by a factor; zero costs are omitted. */
export const scaled = (scenario: Scenario, names: readonly CostName[], factor: number): Edits =>
  Object.fromEntries(
    names
      .filter((name) => costOf(scenario, name) > 0)
      .map((name) => [`costs.overrides.${name}`, costOf(scenario, name) * factor]),
  );
