/** Checks a claim against the results of its runs. */
import { type Check, type Claim, NOISE } from './claim.ts';
import { evaluate, FormulaError, nth, type Results, runsIn, type Values } from './expression.ts';
import { halfWidths } from './interval.ts';

/** The result of one check. */
export interface CheckResult {
  /** The checked values. */
  readonly values: readonly number[];
  /** Half-widths of their 95 % intervals; null where the runs give none. */
  readonly halfWidths: readonly (number | null)[];
  /** Their swept values; empty for one value, and for an order. */
  readonly keys: readonly string[];
  /** The published value of each, with its tolerance; empty for an order and for identical runs. */
  readonly published: readonly Published[];
  readonly holds: boolean;
  /**
   * Deviation of the worst value from the target, as a signed share: +0.2 is a fifth too large. For an order
   * it is the smallest step, negative in the wrong direction. 0 within a range, null where a share is
   * undefined.
   */
  readonly off: number | null;
}

/** One published value; a null bound means no bound. */
export interface Published {
  /** Undefined when only bounds were published. */
  readonly value?: number;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The verdict of a claim. `passes` and `failsAsKnown` match the declaration. `broken` was declared to pass,
 * `mended` to fail: the model has changed, or the declaration is wrong. `byConstruction` holds, but none of
 * its checks can fail: it does not count as agreement. `notModelled` has nothing to check.
 */
export type Verdict = 'passes' | 'byConstruction' | 'failsAsKnown' | 'broken' | 'mended' | 'notModelled';

export interface Judgement {
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** In the order of the claim's checks. */
  readonly results: readonly CheckResult[];
}

/** Pure. Throws when a formula names something that does not exist. */
export function judge(claim: Claim, results: Results): Judgement {
  const checks = claim.status === 'notModelled' ? [] : (claim.checks ?? []);
  const outcomes = checks.map((check) => judgeCheck(check, results));
  return { claim, verdict: verdictOf(claim, outcomes), results: outcomes };
}

/** Whether some change of the costs makes a check fail. */
export const canFail = ({ byConstruction }: Check): boolean => byConstruction === undefined;

/**
 * The verdict from the results of a claim's checks and its declaration. A claim without checks is covered by
 * tests of the engine.
 */
export function verdictOf(
  { checks = [], status }: Claim,
  outcomes: readonly Pick<CheckResult, 'holds'>[],
): Verdict {
  if (status === 'notModelled') return 'notModelled';
  const holds = outcomes.every((outcome) => outcome.holds);
  if (status === 'failing') return holds ? 'mended' : 'failsAsKnown';
  if (!holds) return 'broken';
  return checks.some(canFail) ? 'passes' : 'byConstruction';
}

/** The part of a result that depends on the values only; precision and keys come from the runs. */
type Outcome = Pick<CheckResult, 'values' | 'published' | 'holds' | 'off'>;

function judgeCheck(check: Check, results: Results): CheckResult {
  const outcome = outcomeOf(check, results);
  const operands = 'value' in check ? [check.value] : 'rising' in check ? check.rising : [];
  return {
    ...outcome,
    halfWidths:
      'identical' in check
        ? outcome.values.map(() => null)
        : operands.flatMap((operand) => halfWidths(operand, results)),
    keys: 'value' in check ? keysOf(check.value, outcome.values.length, results) : [],
  };
}

function outcomeOf(check: Check, results: Results): Outcome {
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

/** The swept values of the first run in a formula with as many points as the formula has values. */
function keysOf(formula: string | number, length: number, results: Results): string[] {
  if (length === 1) return [];
  const points = runsIn(formula).map(results);
  return points.find((list) => list.length === length)?.map(({ key }) => key) ?? [];
}

/** The target of the value at `index`. */
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
): Outcome {
  if (expected.length > 1 && expected.length !== values.length)
    throw new FormulaError('a check compares lists of different lengths');
  const published = values.map((_, index) => {
    const wanted = target(expected, index);
    const room = Math.max(within, withinShare * Math.abs(wanted));
    return { value: wanted, low: wanted - room, high: wanted + room, room };
  });
  const holds = published.every(
    ({ value: wanted, room }, index) => Math.abs(target(values, index) - wanted) <= room,
  );
  const off = worst(values.map((value, index) => value / target(expected, index) - 1));
  return {
    values,
    published: published.map(({ room: _, ...row }) => row),
    holds,
    off: Number.isFinite(off) ? off : null,
  };
}

function between(values: Values, low: Values | null, high: Values | null): Outcome {
  const published = values.map((_, index) => ({
    low: low && target(low, index),
    high: high && target(high, index),
  }));
  const shares = values.map((value, index) => {
    const bounds = published[index];
    const least = bounds?.low ?? Number.NEGATIVE_INFINITY;
    const most = bounds?.high ?? Number.POSITIVE_INFINITY;
    const bound = Math.min(most, Math.max(least, value));
    return bound === value ? 0 : (value - bound) / Math.abs(bound);
  });
  const off = worst(shares);
  return {
    values,
    published,
    holds: shares.every((share) => share === 0),
    off: Number.isFinite(off) ? off : null,
  };
}

function rising(values: Values, by: number): Outcome {
  const steps = values.slice(1).map((value, index) => {
    const before = values[index] as number;
    return (value - before) / Math.abs(before);
  });
  const off = Math.min(...steps);
  const holds = steps.every((step) => step > by);
  return { values, published: [], holds, off: Number.isFinite(off) ? off : null };
}

function identical(runs: readonly string[], results: Results): Outcome {
  const prints = runs.map((run) => results(run).map(({ summary }) => summary.fingerprint));
  const values = runs.flatMap((run) => results(run).map(({ summary }) => summary.throughput.perSec));
  const holds = prints.every((print) => print.join() === prints[0]?.join());
  return { values, published: [], holds, off: null };
}
