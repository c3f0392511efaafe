/** What a calibration means for a scenario. */
import type { Machine } from '../../bridge/protocol.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { FREE } from './costs.ts';
import type { Calibration } from './file.ts';
import type { MachineCosts } from './model.ts';

const namesOf = (cost: string): string[] => {
  const free = FREE.find(({ cost: name }) => name === cost);
  return [cost, ...(free?.alike ?? [])];
};

/** The costs as the model is asked with them. */
export const costsIn = ({ costs, cores, relayUs, wireUs }: Calibration): MachineCosts => ({
  overrides: Object.fromEntries(
    costs.flatMap(({ cost, value }) => namesOf(cost).map((name) => [name, value])),
  ),
  ...(cores === null ? {} : { cores }),
  relayUs,
  wireUs,
});

/** The costs as changes of any scenario. Its cores and its network stay its own. */
export const editsOf = (calibration: Calibration): Edits => ({
  'costs.profile': calibration.profile,
  ...Object.fromEntries(
    Object.entries(costsIn(calibration).overrides).map(([name, value]) => [`costs.overrides.${name}`, value]),
  ),
});

/** Whether two measurements come from machines that look alike: then the costs of one speak for the other. */
export const isSameMachine = (one: Machine, other: Machine): boolean =>
  one.cpu === other.cpu && one.cores === other.cores && one.platform === other.platform;

/** An uncertainty larger than the value itself: the measurements decide a sum that it is part of, not the cost. */
export const isDecided = (uncertainty: number | null): boolean => uncertainty !== null && uncertainty <= 1;
