/** Rules for the difference of A and B where a value is a lower bound or leaves out most of the waiting. */

import type { PairedChange } from '../../model/explain/paired.ts';
import type { Words } from '../../ui/texts.tsx';
import { deltaOf, type Figure, halfText, type RowId, type RowUnit, ratioOf } from './rows.ts';

/** Metrics whose differences have an interval from one pair of runs, and the factor to the row's unit. */

const NS_PER_US = 1000;

interface PairedRow {
  readonly of: Exclude<keyof PairedChange, 'unpaired'>;
  readonly factor: number;
}

export const PAIRED: Readonly<Partial<Record<RowId, PairedRow>>> = {
  throughput: { of: 'throughput', factor: 1 },
  requests: { of: 'throughput', factor: 1 },
  commands: { of: 'commands', factor: 1 },
  keys: { of: 'commands', factor: 1 },
  meanOfAll: { of: 'response', factor: NS_PER_US },
};

/** Half-width of the interval of a difference; of shares, in points. */
export const differenceHalf = (
  unit: RowUnit,
  half: number,
  words: Words,
  points: (value: string) => string,
): string => (unit === 'share' ? points(words.number(half * 100)) : halfText(unit, half, words));

export type Verdict =
  | 'exact'
  /** B is at least this much more, or less. */
  | 'more'
  | 'less'
  /** Two bounds, or a bound below the other value. */
  | 'bounds'
  /** A value leaves out most of the waiting. */
  | 'partial';

/** A metric with a value. */
export type Valued = Figure & { readonly value: number };

export const hasValue = (figure: Figure | undefined): figure is Valued => figure?.value !== undefined;

/** How far the values of A and B determine their difference. */
export function verdictOf(from: Valued, to: Valued): Verdict {
  if (from.isPartial || to.isPartial) return 'partial';
  if (!from.isAtLeast && !to.isAtLeast) return 'exact';
  if (from.isAtLeast && to.isAtLeast) return 'bounds';
  if (to.isAtLeast) return to.value > from.value ? 'more' : 'bounds';
  return from.value > to.value ? 'less' : 'bounds';
}

/** Whether two metrics can be compared at all. */
export const isDecided = (verdict: Verdict): boolean => verdict !== 'bounds' && verdict !== 'partial';

/** B / A as text; with a bound, the least factor and a plus sign. Undefined where it is undecided. */
export function ratioText(from: Valued, to: Valued, words: Words): string | undefined {
  const verdict = verdictOf(from, to);
  if (!isDecided(verdict)) return undefined;
  if (verdict === 'exact') return ratioOf(from.value, to.value, words);
  if (!(from.value > 0 && to.value > 0)) return undefined;
  return verdict === 'more'
    ? `×${words.number(to.value / from.value)}+`
    : `÷${words.number(from.value / to.value)}+`;
}

/** B − A as text, with its sign; with a bound, the least difference. Undefined where it is undecided. */
export function deltaText(
  unit: RowUnit,
  from: Valued,
  to: Valued,
  words: Words,
  points: (value: string) => string,
): string | undefined {
  const verdict = verdictOf(from, to);
  if (!isDecided(verdict)) return undefined;
  const sign = { exact: '', more: '≥ ', less: '≤ ', bounds: '', partial: '' }[verdict];
  return sign + deltaOf(unit, from.value, to.value, words, points);
}
