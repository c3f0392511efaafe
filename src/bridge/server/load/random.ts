/** Random durations, from one seed. */
import { randomExponential, randomGamma, randomLcg, randomLogNormal, randomUniform } from 'd3-random';
import type { Dist } from '../../../model/scenario/generated/scenario.ts';

export type Random = () => number;

/** Numbers from 0 up to 1. Streams of one seed with different names have nothing to do with each other. */
export const randomFrom = (seed: number, stream: number): Random =>
  randomLcg(((seed * 2_654_435_761 + stream * 40_503) % 2 ** 32) / 2 ** 32);

/** Draws from a distribution, in the unit of its parameters. */
export function sampler(dist: Dist, source: Random): () => number {
  switch (dist.kind) {
    case 'constant':
      return () => dist.value;
    case 'uniform':
      return randomUniform.source(source)(dist.min, dist.max);
    case 'exponential':
      return exponential(dist.mean, source);
    case 'erlang':
      return randomGamma.source(source)(dist.stages, dist.mean / dist.stages);
    case 'lognormal': {
      const variance = Math.log(1 + dist.scv);
      return dist.mean === 0
        ? () => 0
        : randomLogNormal.source(source)(Math.log(dist.mean) - variance / 2, Math.sqrt(variance));
    }
    case 'hyperexponential': {
      // Two branches of equal weight in the mean, as the engine has them.
      const p = (1 + Math.sqrt((dist.scv - 1) / (dist.scv + 1))) / 2;
      const [often, rarely] = [p, 1 - p].map((share) => exponential(dist.mean / (2 * share), source));
      return () => (source() < p ? (often?.() ?? 0) : (rarely?.() ?? 0));
    }
  }
}

const exponential = (mean: number, source: Random) =>
  mean === 0 ? () => 0 : randomExponential.source(source)(1 / mean);
