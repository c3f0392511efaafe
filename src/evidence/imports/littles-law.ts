import { CALLERS } from './known-fields.ts';
import type { OverlayPoint } from './overlay.ts';
import { TIME_UNITS, type TimeUnit, US_IN } from './units.ts';

/** X × R against N for one point. */
export interface LawCheck {
  readonly name: string;
  /** X, requests per second. */
  readonly perSec: number;
  /** R, µs: the mean, or the median when there is no mean. */
  readonly responseUs: number;
  readonly isMean: boolean;
  /** N: callers of a closed loop. */
  readonly callers: number;
  /** X × R. */
  readonly inFlight: number;
  /** Whether X × R equals N, within the effect of think time and rounding. */
  readonly agrees: boolean;
}

const US_PER_S = 1e6;
/** Tolerance factors: a median may be further below the mean than a mean varies. */
const NEAR = { mean: 1.25, median: 2 } as const;

/** The check for one point; undefined when it lacks one of the three. */
export function checkLaw(point: OverlayPoint): LawCheck | undefined {
  const { name, perSec, meanUs, percentiles, at } = point;
  const callers = typeof at[CALLERS] === 'number' ? at[CALLERS] : undefined;
  const median = percentiles.find(({ share, fromUs }) => share === 0.5 && fromUs === undefined)?.us;
  const responseUs = meanUs?.value ?? median;
  if (!perSec || !(perSec.value > 0) || !callers || !responseUs) return undefined;
  const inFlight = (perSec.value * responseUs) / US_PER_S;
  const ratio = inFlight / callers;
  const near = meanUs ? NEAR.mean : NEAR.median;
  return {
    name,
    perSec: perSec.value,
    responseUs,
    isMean: meanUs !== undefined,
    callers,
    inFlight,
    agrees: ratio <= near && ratio >= 1 / near,
  };
}

/**
 * The check for each unit. The points have their times as if the unit were µs.
 * @returns one check per unit, of the middle point
 */
export function checkUnits(
  points: readonly OverlayPoint[],
): readonly { readonly unit: TimeUnit; readonly check: LawCheck }[] {
  const checks = points
    .flatMap((point) => checkLaw(point) ?? [])
    .sort((left, right) => left.inFlight / left.callers - right.inFlight / right.callers);
  const middle = checks[Math.floor((checks.length - 1) / 2)];
  if (!middle) return [];
  const near = middle.isMean ? NEAR.mean : NEAR.median;
  return TIME_UNITS.map((unit) => {
    const inFlight = middle.inFlight * US_IN[unit];
    const ratio = inFlight / middle.callers;
    return {
      unit,
      check: {
        ...middle,
        responseUs: middle.responseUs * US_IN[unit],
        inFlight,
        agrees: ratio <= near && ratio >= 1 / near,
      },
    };
  });
}
