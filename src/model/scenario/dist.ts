/** Distributions of times in a scenario. */
import type { Dist } from './generated/scenario.ts';

/** Mean of a distribution, in its unit; 0 if undefined. */
export function meanOf(dist: Dist | undefined): number {
  if (!dist) return 0;
  if ('value' in dist) return dist.value;
  return 'mean' in dist ? dist.mean : (dist.min + dist.max) / 2;
}
