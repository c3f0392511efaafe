/** Random durations from one seed. */
import { randomExponential, randomGamma, randomLcg, randomLogNormal, randomUniform } from 'd3-random';
import type { Dist } from '../../../model/scenario/generated/scenario.ts';

export type Random = () => number;

/** Uniform numbers in [0, 1). Different streams of one seed are independent. */
export const randomFrom = (seed: number, stream: number): Random =>
  randomLcg(((seed * 2_654_435_761 + stream * 40_503) % 2 ** 32) / 2 ** 32);

/** Samples a distribution, in the unit of its parameters. */
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
      // Two branches of equal mean weight, as in the engine.
      const p = (1 + Math.sqrt((dist.scv - 1) / (dist.scv + 1))) / 2;
      const [often, rarely] = [p, 1 - p].map((share) => exponential(dist.mean / (2 * share), source));
      return () => (source() < p ? (often?.() ?? 0) : (rarely?.() ?? 0));
    }
  }
}

const exponential = (mean: number, source: Random) =>
  mean === 0 ? () => 0 : randomExponential.source(source)(1 / mean);
