/** Costs of profiles as rows of one table. */
import {
  type Cost,
  type CostProfile,
  PROVENANCES,
  type Provenance,
} from '../../model/scenario/cost-profiles.ts';
import { type Field, fieldNamed } from '../../model/scenario/fields.ts';

/** The base profile of single machines. */
export const BASE = 'linux-server';

export interface CostRow {
  readonly profile: string;
  /** The cost's name in scenarios. */
  readonly id: string;
  readonly field: Field;
  readonly cost: Cost;
}

/**
 * The costs of one profile; without a name those of all profiles, of the others only differences from {@link
 * BASE}.
 */
export function costRows(profiles: readonly CostProfile[], name: string): CostRow[] {
  const base = profiles.find((profile) => profile.name === BASE);
  return profiles
    .filter((profile) => name === '' || profile.name === name)
    .flatMap((profile) =>
      Object.entries(profile.costs).flatMap(([id, cost]): CostRow[] => {
        const field = fieldNamed(`costs.overrides.${id}`);
        if (!cost || !field) return [];
        const isOwn = name !== '' || profile === base || !isSame(cost, base?.costs[id]);
        return isOwn ? [{ profile: profile.name, id, field, cost }] : [];
      }),
    );
}

const isSame = (left: Cost, right: Cost | undefined): boolean =>
  left.value === right?.value && left.source === right.source;

/** Number of a profile's costs by kind of source. */
export const countsOf = ({ costs }: CostProfile): Record<Provenance, number> =>
  Object.fromEntries(
    PROVENANCES.map((kind) => [
      kind,
      Object.values(costs).filter((cost) => cost?.provenance === kind).length,
    ]),
  ) as Record<Provenance, number>;
