/**
 * Percentiles of response times that include requests still in progress at the end of a run. Their response
 * time is right-censored: only its lower bound, the age, is known. Estimator: Kaplan and Meier,
 * "Nonparametric estimation from incomplete observations", J. Amer. Statist. Assoc. 53 (1958).
 */
import type { ResponseHistogram, Summary } from '../scenario/generated/summary.ts';

export interface PercentileEstimate {
  /** µs. */
  readonly us: number;
  /** Whether it is a lower bound: too many requests were in progress at the end. */
  readonly isAtLeast: boolean;
  /** Whether it differs noticeably from the percentile of completed requests. */
  readonly isRaised: boolean;
}

/** Percentile fields of a summary. */
export const PERCENTILES = ['p50Us', 'p90Us', 'p99Us', 'p999Us'] as const;

export type PercentileName = (typeof PERCENTILES)[number];

const SHARES: Readonly<Record<PercentileName, number>> = {
  p50Us: 0.5,
  p90Us: 0.9,
  p99Us: 0.99,
  p999Us: 0.999,
};
/**
 * Relative differences below this are within a few histogram buckets; the percentile of completed requests is
 * kept.
 */
const NOTICEABLE = 0.05;
/** Rounding error of the product over all buckets. */
const ROUNDING = 1e-11;
/** The engine records whole nanoseconds: the largest value of a bucket is this far below its end, µs. */
const LAST_US = 0.001;

/** Counts of one bucket. */
interface Step {
  readonly fromUs: number;
  readonly toUs: number;
  completed: number;
  pending: number;
}

/** The buckets of both histograms, ascending. */
function stepsOf(completed: ResponseHistogram, pending: ResponseHistogram): Step[] {
  const steps = new Map<number, Step>();
  const add = ({ fromUs, toUs, counts }: ResponseHistogram, kind: 'completed' | 'pending') => {
    for (const [index, from] of fromUs.entries()) {
      const step = steps.get(from) ?? { fromUs: from, toUs: toUs[index] ?? from, completed: 0, pending: 0 };
      step[kind] += counts[index] ?? 0;
      steps.set(from, step);
    }
  };
  add(completed, 'completed');
  add(pending, 'pending');
  return [...steps.values()].sort((a, b) => a.fromUs - b.fromUs);
}

/**
 * The Kaplan–Meier estimate of a percentile. Within a bucket, completions come before censored requests, as
 * is the convention. Without pending requests it is the nearest-rank percentile.
 * @param share 0 … 1
 * @returns the middle of the bucket that reaches the share, µs; if none does, the largest known time as a
 * lower bound; undefined without requests
 */
export function pendingPercentile(
  completed: ResponseHistogram,
  pending: ResponseHistogram,
  share: number,
): Pick<PercentileEstimate, 'us' | 'isAtLeast'> | undefined {
  const steps = stepsOf(completed, pending);
  let atRisk = steps.reduce((sum, step) => sum + step.completed + step.pending, 0);
  let survival = 1;
  for (const { fromUs, toUs, completed, pending } of steps) {
    survival *= 1 - completed / atRisk;
    if (completed > 0 && survival <= 1 - share + ROUNDING)
      return { us: (fromUs + toUs - LAST_US) / 2, isAtLeast: false };
    atRisk -= completed + pending;
  }
  const last = steps.at(-1);
  return last && { us: last.fromUs, isAtLeast: true };
}

/** Response times of a client. */
type Responses = Pick<Summary, 'responseTime' | 'responseHistogram' | 'pendingHistogram'>;

/** A percentile of a run including requests in progress at its end; undefined without completions. */
export function percentileOf(summary: Responses, name: PercentileName): PercentileEstimate | undefined {
  const { responseTime, responseHistogram, pendingHistogram } = summary;
  const completedUs = responseTime[name];
  if (typeof completedUs !== 'number') return undefined;
  const estimate = pendingPercentile(responseHistogram, pendingHistogram, SHARES[name]);
  if (!estimate || (!estimate.isAtLeast && estimate.us <= completedUs * (1 + NOTICEABLE)))
    return { us: completedUs, isAtLeast: false, isRaised: false };
  return { ...estimate, isRaised: true };
}
