/** A calibration as tables. */
import { errorOf, isDisturbed, medianErrorOf } from './calibrate.ts';
import { standardNs } from './costs.ts';
import type { Calibration } from './file.ts';
import type { Payer } from './plan.ts';
import { planOf } from './runtimes/runtimes.ts';
import { isDecided } from './use.ts';

export { errorOf };

export interface CostLine {
  readonly cost: string;
  readonly payer: Payer;
  /** ns, before and after. */
  readonly standard: number;
  readonly calibrated: number;
  /** Share of the value; undefined where the measurements do not determine it. */
  readonly uncertainty: number | undefined;
}

export const costLines = ({ runtime, costs }: Calibration): CostLine[] =>
  planOf(runtime).sought.flatMap(({ cost, payer }) => {
    const found = costs.find((entry) => entry.cost === cost);
    if (!found) return [];
    const { value, uncertainty } = found;
    const decided = uncertainty !== null && isDecided(uncertainty) ? uncertainty : undefined;
    return [{ cost, payer, standard: standardNs(cost), calibrated: value, uncertainty: decided }];
  });

export interface Judgement {
  readonly count: number;
  readonly share: number;
  /** Those with free placement, and their median; absent if there are none, or no others. */
  readonly free: { readonly count: number; readonly share: number } | undefined;
  /** Number of disturbed measurements. */
  readonly disturbed: number;
}

/** Over the measured configurations. */
export function medianError(foreseen: Calibration['foreseen']): Judgement | undefined {
  const seen = foreseen.filter((row) => row.seen !== null);
  if (seen.length === 0) return undefined;
  const free = seen.filter(({ isHeld }) => !isHeld);
  const isMixed = free.length > 0 && free.length < seen.length;
  return {
    count: seen.length,
    share: medianErrorOf(seen),
    free: isMixed ? { count: free.length, share: medianErrorOf(free) } : undefined,
    disturbed: seen.filter(isDisturbed).length,
  };
}
