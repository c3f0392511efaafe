/**
 * How precise a formula's values are. Throughputs and mean times of a run have 95 % intervals from batch means; here they are carried
 * through the formula to first order: every such number that the formula reads is moved by its half-width, alone, and the
 * changes add up in quadrature. That takes them to be independent, while all runs share one seed: ratios of runs are known more
 * precisely than this says, never less.
 */
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { at, evaluate, type Results } from './expression.ts';

/** Which number says how precise another is, by the last name of their paths. */
const PRECISION: Readonly<Record<string, string>> = { perSec: 'halfWidth95', meanUs: 'halfWidth95Us' };

/** Half-widths of the 95 % intervals of a formula's values; null for those that rest on nothing with an interval. */
export function halfWidths(formula: string | number, results: Results): (number | null)[] {
  const inputs = new Map<Summary, Map<string, number>>();
  const values = evaluate(formula, results, (summary, path) => {
    const half = halfWidthAt(summary, path);
    if (half !== undefined) inputs.set(summary, (inputs.get(summary) ?? new Map()).set(path, half));
    return at(summary, path);
  });
  const squares: (number | null)[] = values.map(() => null);
  for (const [moved, paths] of inputs)
    for (const [movedPath, half] of paths) {
      const others = evaluate(formula, results, (summary, path) =>
        summary === moved && path === movedPath ? at(summary, path) + half : at(summary, path),
      );
      others.forEach((other, index) => {
        const change = other - (values[index] ?? Number.NaN);
        if (change !== 0) squares[index] = (squares[index] ?? 0) + change * change;
      });
    }
  return squares.map((square) => square && Math.sqrt(square));
}

function halfWidthAt(summary: Summary, path: string): number | undefined {
  const dot = path.lastIndexOf('.') + 1;
  const name = PRECISION[path.slice(dot)];
  if (name === undefined) return undefined;
  try {
    return at(summary, path.slice(0, dot) + name);
  } catch {
    // Too short a run for an interval.
    return undefined;
  }
}
