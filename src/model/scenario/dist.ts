/** Distributions of a scenario's times. */
import type { Dist } from './generated/scenario.ts';

/** Mean of a distribution, in its unit; 0 where there is none. */
export function meanOf(dist: Dist | undefined): number {
  if (!dist) return 0;
  if ('value' in dist) return dist.value;
  return 'mean' in dist ? dist.mean : (dist.min + dist.max) / 2;
}
