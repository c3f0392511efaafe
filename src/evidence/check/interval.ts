/**
 * The precision of a formula's values. Throughputs and mean times of a run have 95 % intervals from batch
 * means. They propagate to first order: each number is moved by its half-width, and the changes add in
 * quadrature. This assumes independence, while all runs share one seed: ratios of runs are at least as
 * precise.
 */
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { at, evaluate, type Results } from './expression.ts';

/** The field with the precision of another, by the last name of their paths. */
const PRECISION: Readonly<Record<string, string>> = { perSec: 'halfWidth95', meanUs: 'halfWidth95Us' };

/** Half-widths of the 95 % intervals of a formula's values; null for those without any interval. */
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
    // The run is too short for an interval.
    return undefined;
  }
}
