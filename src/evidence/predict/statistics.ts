/** Statistics of the agreement between predictions and measurements. */

/** Predicted against measured, as a share of the measured value: 0.1 is ten per cent too much. */
export const relativeError = (predicted: number, seen: number): number => predicted / seen - 1;

/** The median; for an even count the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Ranks from 1; equal values share the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  // The first and the last rank of each value.
  const spans = new Map<number, { readonly first: number; readonly last: number }>();
  sorted.forEach((value, index) => {
    spans.set(value, { first: spans.get(value)?.first ?? index + 1, last: index + 1 });
  });
  return values.map((value) => {
    const { first, last } = spans.get(value) ?? { first: Number.NaN, last: Number.NaN };
    return (first + last) / 2;
  });
}

/** Spearman's rank correlation: 1 for equal ranks. */
export const spearman = (a: readonly number[], b: readonly number[]): number => pearson(ranks(a), ranks(b));

function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((value, i) => {
    const [da, db] = [value - meanA, (b[i] ?? Number.NaN) - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  });
  return ab / Math.sqrt(aa * bb);
}
