/** The recorded runs behind the pictures of ready experiments are what the engine computes. */
import { describe, expect, it } from 'vitest';
import pictures from '../../src/model/sweep/generated/pictures.json';
import { sweepPresets } from '../../src/model/sweep/presets.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { plannedWith, type Recorded, recordedValue } from '../../src/model/sweep/recorded.ts';
import { loadEngine } from '../engine/runs.ts';
import { deep } from '../support/tier.ts';

const engine = await loadEngine();
const recorded: Recorded = pictures;

describe('a recorded picture', () => {
  // `npm run golden:update` records them after an intended change of the model.
  it.each(sweepPresets.map(({ id, definition }) => [id, definition] as const))(
    'of %s has every point, and its values come from the engine',
    async (id, definition) => {
      const { sweep } = readSweep(definition);
      if (!sweep) throw new Error('no definition');
      const points = await plannedWith(engine, sweep);
      const values = recorded[id] ?? [];
      expect(values).toHaveLength(points.length);
      // A change of the model shows in the last value; the deep tier compares the first as well.
      for (const index of deep ? [0, points.length - 1] : [points.length - 1]) {
        const point = points[index];
        expect(values[index]).toBe(point && recordedValue(engine, sweep, point));
      }
    },
  );

  it('belongs to a ready experiment', () => {
    expect(Object.keys(recorded)).toEqual(sweepPresets.map(({ id }) => id));
  });
});
