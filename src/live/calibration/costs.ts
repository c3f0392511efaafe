/** The costs that a calibration fits, of the common machine of client and Redis, with their ranges. */

import type { FreeCost } from '../../evidence/fit/input.ts';
import { PROFILE } from '../../evidence/predict/machine.ts';
import profiles from '../../model/scenario/generated/profiles.json' with { type: 'json' };
import type { CalibrationPlan, SoughtCost } from './plan.ts';

/** The profile of all other costs. */
export { PROFILE };

type Costs = Readonly<Record<string, { readonly value: number }>>;

/** Value of a cost before a calibration, in its unit: ns, if its name ends so. */
export function standardNs(cost: string): number {
  const costs: Costs | undefined = profiles.find(({ name }) => name === PROFILE)?.costs;
  const found = costs?.[cost];
  if (!found) throw new Error(`no cost is called ${cost}`);
  return found.value;
}

/** Whether a cost is a time; else it is a number. */
export const isTime = (cost: string): boolean => cost.endsWith('Ns');

/** The machine is assumed to be between six times as fast and ten times as slow as the profile's. */
const FASTER = 6;
const SLOWER = 10;

/** A cost that the fit may choose, with its range. */
export type SearchedCost = FreeCost & SoughtCost;

/** Every fitted cost of a plan, starting at the profile's value if it covers the same work. */
export const searchedCosts = ({ sought }: Pick<CalibrationPlan, 'sought'>): readonly SearchedCost[] =>
  sought.map((each) => {
    const { cost, along = [], least } = each;
    const start = each.start ?? standardNs(cost);
    const inProportion = Object.fromEntries(along.map((name) => [name, standardNs(name) / standardNs(cost)]));
    return { ...each, start, min: least ?? start / FASTER, max: start * SLOWER, inProportion };
  });
