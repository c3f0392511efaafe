/** The comparison of two runs in one sentence: which side is better, by throughput and by p99. */
import { tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { hasValue, isDecided, type Valued, verdictOf } from './difference.ts';
import { type Figure, isComparable, ROW_GROUPS, type RowId, rateRow } from './rows.ts';

/** Both runs of a pair. */
export type RunPair = readonly [RunResult, RunResult];

export type PairVerdict =
  /** Better in both, or in throughput at the cost of p99. */
  | { readonly id: 'faster' | 'trade'; readonly side: SideName; readonly times: number; readonly p99: P99 }
  /** A difference in throughput only; p99 is equal or cannot be compared. */
  | { readonly id: 'rate'; readonly side: SideName; readonly times: number; readonly per: RowId }
  /** A difference in p99 only. */
  | { readonly id: 'tail'; readonly side: SideName; readonly p99: P99 }
  | { readonly id: 'sameRate'; readonly per: RowId }
  | { readonly id: 'same' | 'none' };

/** p99 of the named side, and of the side that it is compared with. */
export interface P99 {
  readonly own: Figure;
  readonly others: Figure;
}

/** Relative differences below these are no difference: both depend on the seed. */
const EQUAL_RATE = 0.02;
const EQUAL_P99 = 0.05;

const p99Row = ROW_GROUPS.flatMap(({ rows }) => rows).find(({ id }) => id === 'p99');

/** How far two values are apart, relative to the smaller one. */
const apart = (from: number, to: number): number => Math.max(from, to) / Math.min(from, to) - 1;

/** The two values of p99, if they can be compared. */
function p99Of(pair: RunPair): readonly [Valued, Valued] | undefined {
  if (pair.some((summary) => tooFewCompletionsFor('p99', summary))) return undefined;
  const [from, to] = pair.map((summary) => p99Row?.read(summary));
  return hasValue(from) && hasValue(to) && isDecided(verdictOf(from, to)) ? [from, to] : undefined;
}

/**
 * The verdict on two runs.
 * @param level what of them may be compared
 */
export function pairVerdict(pair: RunPair, level: 'all' | 'rate' = 'all'): PairVerdict {
  const sides = pair.map((summary) => ({ summary }));
  const row = rateRow(sides);
  const [a, b] = pair.map((summary) => row.read(summary).value ?? 0) as [number, number];
  if (!(a > 0 && b > 0) || !isComparable(row, sides)) return { id: 'none' };
  const times = Math.max(a, b) / Math.min(a, b);
  const isSameRate = apart(a, b) < EQUAL_RATE;
  const p99 = level === 'all' ? p99Of(pair) : undefined;
  const isSameP99 = p99 && apart(p99[0].value, p99[1].value) < EQUAL_P99;
  const of = (side: SideName): P99 | undefined =>
    p99 && (side === 'a' ? { own: p99[0], others: p99[1] } : { own: p99[1], others: p99[0] });
  if (isSameRate) {
    if (!p99) return { id: 'sameRate', per: row.id };
    if (isSameP99) return { id: 'same' };
    const side = p99[0].value < p99[1].value ? 'a' : 'b';
    return { id: 'tail', side, p99: of(side) as P99 };
  }
  const side = a > b ? 'a' : 'b';
  const tails = of(side);
  if (!tails || isSameP99) return { id: 'rate', side, times, per: row.id };
  const isShorter = (tails.own.value ?? 0) < (tails.others.value ?? 0);
  return { id: isShorter ? 'faster' : 'trade', side, times, p99: tails };
}
