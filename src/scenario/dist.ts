/** Distributions of a scenario's times. */
import { getAt } from './patch.ts';

/** Mean of a distribution in its own unit, whatever its kind; 0 for what has none. */
export function meanOf(dist: unknown): number {
  const [value, mean, min, max] = ['value', 'mean', 'min', 'max'].map((name) => Number(getAt(dist, name)));
  const candidates = [value, mean, ((min ?? Number.NaN) + (max ?? Number.NaN)) / 2];
  return candidates.find((candidate) => candidate !== undefined && Number.isFinite(candidate)) ?? 0;
}
