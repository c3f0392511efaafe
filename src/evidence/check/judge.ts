/** Holds a claim against the results of its runs. */
import { type Check, type Claim, NOISE } from './claim.ts';
import { evaluate, FormulaError, nth, type Results, type Values } from './expression.ts';

/** What came of one check. */
export interface CheckResult {
  /** The values it looked at. */
  readonly values: readonly number[];
  readonly holds: boolean;
  /**
   * How far the worst value is from what it should be, as a signed share of that: +0.2 is a fifth too large. For an order it
   * is the smallest step, negative when it goes the wrong way. 0 when a range is kept, null where a share has no meaning.
   */
  readonly off: number | null;
}

/**
 * What came of a claim. `passes` and `failsAsKnown` are as declared; `broken` was declared to pass, `mended` to fail: either
 * the model has changed or the declaration is wrong. `held` needs no run, `notModelled` has none.
 */
export type Verdict = 'passes' | 'held' | 'failsAsKnown' | 'broken' | 'mended' | 'notModelled';

export interface Judgement {
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** In the order of the claim's checks. */
  readonly results: readonly CheckResult[];
}

/** Pure: the same results, the same judgement. Throws when a formula speaks of something that is not there. */
export function judge(claim: Claim, results: Results): Judgement {
  const { checks = [], status } = claim;
  if (status === 'notModelled') return { claim, verdict: 'notModelled', results: [] };
  if (checks.length === 0) return { claim, verdict: 'held', results: [] };
  const outcomes = checks.map((check) => judgeCheck(check, results));
  const holds = outcomes.every((outcome) => outcome.holds);
  const verdict = status === 'passing' ? (holds ? 'passes' : 'broken') : holds ? 'mended' : 'failsAsKnown';
  return { claim, verdict, results: outcomes };
}

function judgeCheck(check: Check, results: Results): CheckResult {
  if ('identical' in check) return identical(check.identical, results);
  if ('rising' in check) {
    const values = check.rising.flatMap((operand) => evaluate(operand, results));
    return rising(values, check.byShare ?? NOISE);
  }
  const values = evaluate(check.value, results);
  if ('between' in check) {
    const [low, high] = check.between.map((bound) => (bound === null ? null : evaluate(bound, results)));
    return between(values, low ?? null, high ?? null);
  }
  const expected = [check.equals].flat().flatMap((operand) => evaluate(operand, results));
  return equal(values, expected, check);
}

/** What the value at `index` is compared with. */
function target(values: Values, index: number): number {
  const found = nth(values, index);
  if (found === undefined) throw new FormulaError('a check compares lists of different lengths');
  return found;
}

/** The share that is furthest from 0; NaN when one of them is. */
const worst = (shares: Values): number =>
  shares.reduce((most, share) => (Math.abs(share) <= Math.abs(most) ? most : share), 0);

function equal(
  values: Values,
  expected: Values,
  { withinShare = 0, within = 0 }: { withinShare?: number; within?: number },
): CheckResult {
  if (expected.length > 1 && expected.length !== values.length)
    throw new FormulaError('a check compares lists of different lengths');
  const holds = values.every((value, index) => {
    const wanted = target(expected, index);
    return Math.abs(value - wanted) <= Math.max(within, withinShare * Math.abs(wanted));
  });
  const off = worst(values.map((value, index) => value / target(expected, index) - 1));
  return { values, holds, off: Number.isFinite(off) ? off : null };
}

function between(values: Values, low: Values | null, high: Values | null): CheckResult {
  const shares = values.map((value, index) => {
    const least = low === null ? Number.NEGATIVE_INFINITY : target(low, index);
    const most = high === null ? Number.POSITIVE_INFINITY : target(high, index);
    const bound = Math.min(most, Math.max(least, value));
    return bound === value ? 0 : (value - bound) / Math.abs(bound);
  });
  const off = worst(shares);
  return { values, holds: shares.every((share) => share === 0), off: Number.isFinite(off) ? off : null };
}

function rising(values: Values, by: number): CheckResult {
  const steps = values.slice(1).map((value, index) => {
    const before = values[index] as number;
    return (value - before) / Math.abs(before);
  });
  const off = Math.min(...steps);
  return { values, holds: steps.every((step) => step > by), off: Number.isFinite(off) ? off : null };
}

function identical(runs: readonly string[], results: Results): CheckResult {
  const prints = runs.map((run) => results(run).map(({ summary }) => summary.fingerprint));
  const values = runs.flatMap((run) => results(run).map(({ summary }) => summary.throughput.perSec));
  return { values, holds: prints.every((print) => print.join() === prints[0]?.join()), off: null };
}
