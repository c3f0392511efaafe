import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../src/model/explain/costs.ts';
import { movesOf } from '../../../../src/model/explain/levers.ts';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import profiles from '../../../../src/model/scenario/generated/profiles.json';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import { getAt } from '../../../../src/model/scenario/patch.ts';
import { presetIds } from '../../../../src/model/scenario/presets.ts';
import { changed, scenarioOf } from '../../explain/runs.ts';

const ids = (preset: string, edits = {}) => movesOf(scenarioOf(preset, edits)).map(({ id }) => id);

describe('the possible changes', () => {
  it('depend on the system', () => {
    expect(ids('jedis-pool-8')).toContain('poolAsCallers');
    expect(ids('lettuce-shared')).not.toContain('poolAsCallers');
    expect(ids('lettuce-shared')).toContain('connectionPerLoop');
    expect(ids('lettuce-shared')).not.toContain('oneShared');
    expect(ids('s0-jedis-50')).not.toContain('rttZero');
    expect(ids('jedis-pool-8', { 'network.lossPercent': 1 })).toContain('noLoss');
    expect(ids('jedis-pool-8', { 'client.connections.testOnBorrow': true })).toContain('noTests');
    expect(ids('lettuce-shared')).not.toContain('noTests');
    expect(ids('jedis-pool-8', { 'network.nagle': true })).toContain('noNagle');
    expect(ids('jedis-pool-8')).not.toContain('noNagle');
    expect(ids('s0-jedis-50', { 'costs.profile': 's0-8cpu-laptop' })).toContain('hyperThreadsFree');
    expect(ids('jedis-pool-8')).not.toContain('hyperThreadsFree');
    expect(ids('redis6-io-threads-4')).toContain('serverThreadsFree');
    expect(ids('jedis-pool-8')).not.toContain('serverThreadsFree');
    expect(ids('textbook-closed-network')).not.toContain('syscallsHalf');
  });

  it('that can be made are apart from thought experiments', () => {
    const feasible = (preset: string, edits = {}) =>
      movesOf(scenarioOf(preset, edits))
        .filter(({ isFeasible }) => isFeasible)
        .map(({ id }) => id);
    expect(feasible('jedis-pool-8')).toEqual(
      expect.arrayContaining(['poolAsCallers', 'poolDouble', 'fifoHandoff', 'coresDouble']),
    );
    for (const thought of ['rttZero', 'commandFree', 'noJitter', 'bandwidth'])
      expect(feasible('jedis-pool-8', { 'network.mbitPerSec': 100 })).not.toContain(thought);
    // A connection per caller is as much as twice as many.
    expect(feasible('jedis-pool-8', { 'workload.arrivals.callers': 16 })).not.toContain('poolDouble');
  });

  it('move slow commands elsewhere where there are some', () => {
    const slow = (us: number) => ({
      'workload.second.share': 0.01,
      'workload.second.execUs': { kind: 'constant', value: us },
    });
    const move = movesOf(scenarioOf('jedis-pool-8', slow(20_000))).find(({ id }) => id === 'slowElsewhere');
    expect(move).toMatchObject({ isFeasible: true, edits: { 'workload.second.share': 0 } });
    expect(ids('jedis-pool-8', slow(100))).not.toContain('slowElsewhere');
    expect(ids('jedis-pool-8')).not.toContain('slowElsewhere');
  });

  it('include every cost, halved or removed', () => {
    // These say when something happens, how far another cost reaches, or whom it is counted for.
    const NO_COSTS = [
      'clientVariationPercent',
      'migrationCostNs',
      'lastLevelCacheThreads',
      'spinNs',
      'coldSwitchMaxNs',
      'goPollGranularityNs',
      'quantumNs',
      'wakeCpuNs',
      'l2CacheSockets',
    ];
    const names = Object.keys(profiles[0]?.costs ?? {});
    const overrides = Object.fromEntries(names.map((name) => [`costs.overrides.${name}`, 1]));
    const everything = {
      ...overrides,
      'network.tls': { kind: 'tls13' },
      'network.proxy': { kind: 'multiplexing', threads: 1, upstreamConnections: 1, rttUs: 0 },
    };
    const scenario = applyEdits(scenarioOf('redis6-io-threads-4'), everything) as unknown as Scenario;
    const edits = movesOf(scenario)
      .filter(({ isCost }) => isCost)
      .map(({ edits }) => edits);
    const times = (name: string) => edits.filter((edit) => `costs.overrides.${name}` in edit).length;
    expect(names.filter((name) => times(name) === 0).sort()).toEqual(NO_COSTS.sort());
    // Waking a thread is a system call as well.
    expect(names.filter((name) => times(name) > 1).sort()).toEqual(['eventfdWakeNs', 'futexWakeNs']);
  });

  it('of costs that share a part are independent of their order', () => {
    const both = (first: string, second: string) => {
      let scenario = scenarioOf('lettuce-shared');
      for (const id of [first, second]) {
        const move = movesOf(scenario).find((candidate) => candidate.id === id);
        scenario = changed(scenario, move?.edits ?? {}) ?? scenario;
      }
      return scenario;
    };
    expect(both('syscallsHalf', 'wakeUpsFree')).toEqual(both('wakeUpsFree', 'syscallsHalf'));
  });

  it('that remove the command cost apply to every kind of command', () => {
    const us = { kind: 'constant', value: 30 };
    const kinds = {
      'workload.third': { share: 0.2, execUs: us },
      'workload.second': { share: 0, execUs: us },
    };
    const scenario = changed(scenarioOf('jedis-pool-8'), kinds);
    const free = scenario && movesOf(scenario).find(({ id }) => id === 'commandFree')?.edits;
    const none = { kind: 'constant', value: 0 };
    expect(free).toHaveProperty(['workload.third.execUs'], none);
    expect(free).not.toHaveProperty(['workload.second.execUs']);
  });

  it.each(presetIds)('are accepted by the engine for %s, and differ from the base', (preset) => {
    const scenario = scenarioOf(preset);
    const moves = movesOf(scenario);
    expect(moves.length).toBeGreaterThan(4);
    for (const { id, edits } of moves) {
      const other = changed(scenario, edits);
      expect(other, id).toBeDefined();
      expect(other, id).not.toEqual(scenario);
    }
  });

  it('halve the effective costs: those of the profile or their overrides', () => {
    const scenario = scenarioOf('jedis-pool-8', { 'costs.overrides.socketReadNs': 1234 });
    const half = movesOf(scenario).find(({ id }) => id === 'syscallsHalf');
    const other = changed(scenario, half?.edits ?? {});
    expect(getAt(other, 'costs.overrides.socketReadNs')).toBe(617);
    expect(costOf(scenario, 'socketWriteNs')).toBeGreaterThan(0);
    expect(getAt(other, 'costs.overrides.socketWriteNs')).toBe(costOf(scenario, 'socketWriteNs') / 2);
  });
});
