/** Overrides of an experiment: what the form lists, how one is taken back, and when they end by themselves. */
import { describe, expect, it } from 'vitest';
import { overridesOf, setAfter, withoutOverride } from '../../src/model/sweep/overrides.ts';
import { sweepPresets } from '../../src/model/sweep/presets.ts';
import { readSweep } from '../../src/model/sweep/read.ts';

const JITTER = { 'network.requestJitterUs.kind': 'exponential', 'network.requestJitterUs.mean': 1 };
const set = { 'run.measuredMs': 200, ...JITTER };
const [jedis, lettuce, go] = ['s0-jedis-50', 's0-lettuce-shared', 'go-pool-8'].map((preset) => ({
  name: preset,
  preset,
}));
if (!jedis || !lettuce || !go) throw new Error('unreachable');
const origin = { series: [jedis, lettuce], set };

describe('overrides', () => {
  it('are listed unless the form has a field for them', () => {
    expect(Object.fromEntries(overridesOf(set))).toEqual(JITTER);
  });

  it('are undone individually; a choice undoes the settings of its variant, too', () => {
    expect(withoutOverride(set, 'network.requestJitterUs.mean')).toEqual({
      'run.measuredMs': 200,
      'network.requestJitterUs.kind': 'exponential',
    });
    expect(withoutOverride(set, 'network.requestJitterUs.kind')).toEqual({ 'run.measuredMs': 200 });
    // A path that begins alike is another setting.
    const other = { 'client.io.kind': 'a', 'client.ioThreads': 2 };
    expect(withoutOverride(other, 'client.io.kind')).toEqual({ 'client.ioThreads': 2 });
  });

  it('stay while one of their systems remains', () => {
    expect(setAfter(set, [jedis], origin)).toEqual(set);
    expect(setAfter(set, [go, { ...lettuce, name: 'another name' }], origin)).toEqual(set);
    expect(setAfter(set, [go], undefined)).toEqual(set);
  });

  it('end with the last of these systems, except those set by hand since', () => {
    expect(setAfter(set, [go], origin)).toEqual({});
    const byHand = { ...set, 'run.measuredMs': 500, 'network.rttUs': 100 };
    expect(setAfter(byHand, [go], origin)).toEqual({ 'run.measuredMs': 500, 'network.rttUs': 100 });
  });

  it.each(sweepPresets.map(({ id, definition }) => [id, definition]))(
    'of the ready experiment %s end when all of its systems are replaced',
    (_, definition) => {
      const { sweep } = readSweep(definition);
      expect(sweep && setAfter(sweep.set, [{ name: 'own', scenario: {} }], sweep)).toEqual({});
    },
  );
});
