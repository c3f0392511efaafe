/** Applies a calibration to scenarios. */
import type { Machine } from '../../bridge/protocol.ts';
import type { Driver } from '../../bridge/workload/workload.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { calibration } from './calibration-state.ts';
import type { Calibration } from './file.ts';
import { overridesOf } from './fit-machine.ts';
import type { MachineCosts } from './model.ts';
import { planOf, runtimeOf } from './runtimes/runtimes.ts';

/** The costs in the model's form. */
export function costsIn({ runtime, costs, cores, relayUs, wireUs }: Calibration): MachineCosts {
  const { sought } = planOf(runtime);
  const withAlike = costs.map((each) => ({
    ...each,
    alike: sought.find(({ cost }) => cost === each.cost)?.alike ?? [],
  }));
  return { overrides: overridesOf(withAlike), ...(cores === null ? {} : { cores }), relayUs, wireUs };
}

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

/** The costs of a client's runtime, if they were calibrated on such a machine in this browser. */
export function calibrationFor(driver: Driver, machine: Machine): Calibration | undefined {
  const known = calibration.getState().calibrations[runtimeOf(driver)];
  return known && isSameMachine(known.machine, machine) ? known : undefined;
}
