/** A calibration as tables. */
import { errorOf, isDisturbed, medianErrorOf } from '../calibration/calibrate.ts';
import { FREE, type Payer, standardNs } from '../calibration/costs.ts';
import type { Calibration } from '../calibration/file.ts';
import { isDecided } from '../calibration/use.ts';

export { errorOf };

export interface CostLine {
  readonly cost: string;
  readonly payer: Payer;
  /** ns, before and after. */
  readonly standard: number;
  readonly here: number;
  /** Share of the value; undefined where the measurements do not decide it. */
  readonly uncertainty: number | undefined;
}

export const costLines = ({ costs }: Calibration): CostLine[] =>
  FREE.flatMap(({ cost, payer }) => {
    const found = costs.find((one) => one.cost === cost);
    if (!found) return [];
    const { value, uncertainty } = found;
    const decided = uncertainty !== null && isDecided(uncertainty) ? uncertainty : undefined;
    return [{ cost, payer, standard: standardNs(cost), here: value, uncertainty: decided }];
  });

/** Over those that were measured, and how many of them others have disturbed. */
export function medianError(
  foreseen: Calibration['foreseen'],
): { count: number; share: number; disturbed: number } | undefined {
  const seen = foreseen.filter((one) => one.seen !== null);
  return seen.length > 0
    ? { count: seen.length, share: medianErrorOf(seen), disturbed: seen.filter(isDisturbed).length }
    : undefined;
}
