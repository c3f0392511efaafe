import { describe, expect, it } from 'vitest';
import { costOf } from '../../../src/explain/costs.ts';
import { movesOf } from '../../../src/explain/levers.ts';
import { getAt } from '../../../src/scenario/patch.ts';
import { presetIds } from '../../../src/scenario/presets.ts';
import { changed, scenarioOf } from './runs.ts';

const ids = (preset: string, edits = {}) => movesOf(scenarioOf(preset, edits)).map(({ id }) => id);

describe('what can be changed', () => {
  it('depends on the system', () => {
    expect(ids('jedis-pool-8')).toContain('poolAsCallers');
    expect(ids('lettuce-shared')).not.toContain('poolAsCallers');
    expect(ids('lettuce-shared')).toContain('connectionPerLoop');
    expect(ids('lettuce-shared')).not.toContain('oneShared');
    expect(ids('s0-jedis-50')).not.toContain('rttZero');
    expect(ids('jedis-pool-8', { 'network.lossPercent': 1 })).toContain('noLoss');
    expect(ids('jedis-pool-8', { 'client.connections.testOnBorrow': true })).toContain('noTests');
  });

  it.each(presetIds)('is accepted by the engine for %s, and is a change', (preset) => {
    const scenario = scenarioOf(preset);
    const moves = movesOf(scenario);
    expect(moves.length).toBeGreaterThan(4);
    for (const { id, edits } of moves) {
      const other = changed(scenario, edits);
      expect(other, id).toBeDefined();
      expect(other, id).not.toEqual(scenario);
    }
  });

  it('halves the costs in force: those of the profile, or what replaces them', () => {
    const scenario = scenarioOf('jedis-pool-8', { 'costs.overrides.socketReadNs': 1234 });
    const half = movesOf(scenario).find(({ id }) => id === 'syscallsHalf');
    const other = changed(scenario, half?.edits ?? {});
    expect(getAt(other, 'costs.overrides.socketReadNs')).toBe(617);
    expect(costOf(scenario, 'socketWriteNs')).toBeGreaterThan(0);
    expect(getAt(other, 'costs.overrides.socketWriteNs')).toBe(costOf(scenario, 'socketWriteNs') / 2);
  });
});
