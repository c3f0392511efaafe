import { describe, expect, it } from 'vitest';
import { commandsPerRequest } from '../../src/model/scenario/derived.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { LIMITS } from '../../src/model/sweep/definition.ts';
import { THROUGHPUT } from '../../src/model/sweep/metrics.ts';
import { pointsOf } from '../../src/model/sweep/plan.ts';
import { sweepPresets } from '../../src/model/sweep/presets.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();

describe('a ready experiment', () => {
  it.each(sweepPresets.map(({ id, definition }) => [id, definition] as const))(
    '%s has no gap',
    async (_, definition) => {
      const { sweep, problems } = readSweep(definition);
      expect(problems).toEqual([]);
      if (!sweep) return;
      const points = await pointsOf(
        sweep,
        (scenario: Json) => engine.normalize(JSON.stringify(scenario)),
        (id) => presetById(id)?.scenario,
      );
      expect(points.filter(({ problem }) => problem)).toEqual([]);
      // For an answer, the number of replications depends on the results.
      const seeds = sweep.precision === 'answer' ? LIMITS.precisionFrom : sweep.seeds;
      expect(points.length * seeds).toBeLessThanOrEqual(300);
      // What is counted is the same work at every point.
      const sizes = new Set(points.map(({ scenario }) => scenario && commandsPerRequest(scenario)));
      expect(sweep.metric === THROUGHPUT ? sizes.size : 1).toBe(1);
      // Every point is another scenario.
      expect(new Set(points.map(({ scenario }) => JSON.stringify(scenario))).size).toBe(points.length);
    },
  );
});
