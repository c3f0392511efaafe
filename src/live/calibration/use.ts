/** Applies a calibration to scenarios. */
import type { Machine } from '../../bridge/protocol.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { FREE } from './costs.ts';
import type { Calibration } from './file.ts';
import type { MachineCosts } from './model.ts';

const namesOf = (cost: string): string[] => {
  const free = FREE.find(({ cost: name }) => name === cost);
  return [cost, ...(free?.alike ?? [])];
};

/** The costs in the model's form. */
export const costsIn = ({ costs, cores, relayUs, wireUs }: Calibration): MachineCosts => ({
  overrides: Object.fromEntries(
    costs.flatMap(({ cost, value }) => namesOf(cost).map((name) => [name, value])),
  ),
  ...(cores === null ? {} : { cores }),
  relayUs,
  wireUs,
});

/** The costs as edits of any scenario. Its cores and network stay. */
export const editsOf = (calibration: Calibration): Edits => ({
  'costs.profile': calibration.profile,
  ...Object.fromEntries(
    Object.entries(costsIn(calibration).overrides).map(([name, value]) => [`costs.overrides.${name}`, value]),
  ),
});

/** Whether two measurements come from similar machines: then the costs of one apply to the other. */
export const isSameMachine = (left: Machine, right: Machine): boolean =>
  left.cpu === right.cpu && left.cores === right.cores && left.platform === right.platform;

/** If the uncertainty exceeds the value, the measurements determine only a sum that contains the cost. */
export const isDecided = (uncertainty: number | null): boolean => uncertainty !== null && uncertainty <= 1;
