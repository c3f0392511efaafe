/** The stations of a request, from short runs of real presets. */
import { describe, expect, it } from 'vitest';
import { type Station, type StationId, stationsOf } from '../../../../src/model/explain/stations.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

function runOf(preset: string, edits: Edits = {}) {
  const scenario = scenarioOf(preset, edits);
  const summary = summaryOf(scenario);
  const stations = stationsOf(scenario, summary);
  const at = (id: StationId): Station => {
    const found = stations.find((station) => station.id === id);
    if (!found) throw new Error(`no station ${id}`);
    return found;
  };
  const bottlenecks = stations.filter(({ isBottleneck }) => isBottleneck).map(({ id }) => id);
  return { summary, ids: stations.map(({ id }) => id), at, bottlenecks };
}

describe('the stations of a request', () => {
  it('beside other clients have the time and the part of Redis that are the client’s own', () => {
    const beside = runOf('beside-batch').at('serverMain');
    const alone = runOf('without-batch').at('serverMain');
    expect(alone.ownUtilisation).toBeUndefined();
    expect(beside.demandUs).toBeGreaterThan(0.7 * (alone.demandUs as number));
    expect(beside.demandUs).toBeLessThan(1.3 * (alone.demandUs as number));
    expect(beside.ownUtilisation).toBeLessThan(0.2 * (beside.utilisation as number));
  });

  it('are those of a pool of blocking connections, and the pool is the bottleneck', () => {
    const { ids, at, bottlenecks } = runOf('jedis-pool-8');
    expect(ids).toEqual([
      'callers',
      'pool',
      'clientCores',
      'wireOut',
      'serverMain',
      'serverCores',
      'wireBack',
    ]);
    expect(bottlenecks).toEqual(['pool']);
    const pool = at('pool');
    expect(pool).toMatchObject({ count: 8, use: 'inUse' });
    expect(pool.utilisation).toBeGreaterThan(0.99);
    // All callers but those with a connection wait for one.
    expect(pool.waiting).toBeCloseTo(192, 0);
    expect(at('callers')).toMatchObject({ count: 200, use: 'inUse' });
    expect(at('callers').utilisation).toBeCloseTo(1, 3);
  });

  it('obey the utilisation law U = X·D / count', () => {
    for (const preset of ['jedis-pool-8', 'lettuce-shared', 'go-pool-8', 's0-jedis-200']) {
      const { summary, ids, at } = runOf(preset);
      for (const id of ids) {
        const { utilisation, demandUs = 0, count } = at(id);
        if (utilisation === undefined) continue;
        const law = (summary.throughput.perSec * demandUs) / 1e6 / count;
        expect(law, `${preset}: ${id}`).toBeCloseTo(utilisation, 2);
      }
    }
  });

  it('have an event loop instead of a pool for a shared connection', () => {
    const { ids, bottlenecks, at } = runOf('lettuce-shared');
    expect(ids).toContain('eventLoop');
    expect(ids).not.toContain('pool');
    expect(ids).not.toContain('shared');
    expect(bottlenecks).toEqual(['eventLoop']);
    expect(at('eventLoop').waiting).toBeGreaterThan(1);
  });

  it('have shared connections only where blocking commands occupy them', () => {
    const blocking = { 'workload.second.share': 0.05, 'workload.second.blockMs': 10 };
    const { at, bottlenecks } = runOf('lettuce-shared', blocking);
    expect(at('shared').utilisation).toBeGreaterThan(0.9);
    expect(bottlenecks).toEqual(['shared']);
  });

  it('have a wire without utilisation unless its bandwidth is limited', () => {
    const delay = runOf('jedis-pool-8');
    expect(delay.at('wireOut')).toMatchObject({ use: 'delay', utilisation: undefined });
    // The preset has a round trip of 1 ms.
    expect((delay.at('wireOut').demandUs ?? 0) + (delay.at('wireBack').demandUs ?? 0)).toBeGreaterThan(1000);
    const link = runOf('jedis-pool-8', { 'network.mbitPerSec': 10 });
    expect(link.at('wireOut').use).toBe('busy');
    expect(link.at('wireOut').utilisation).toBeGreaterThan(0.1);
  });

  it('name the round trip as both ways, and no bottleneck where callers are too few', () => {
    expect(runOf('jedis-pool-8', { 'workload.arrivals.callers': 4 }).bottlenecks).toEqual([
      'wireOut',
      'wireBack',
    ]);
    expect(runOf('textbook-closed-network').bottlenecks).toEqual([]);
  });

  it('say that Redis shares the cores of the client', () => {
    const shared = runOf('s0-jedis-200', { 'client.cores': 1 });
    expect(shared.ids).not.toContain('serverCores');
    expect(shared.at('clientCores')).toMatchObject({ isShared: true, isBottleneck: true });
    expect(shared.at('clientCores').waiting).toBeGreaterThan(100);
    expect(runOf('jedis-pool-8').at('clientCores').isShared).toBeUndefined();
  });

  it('take the utilisation of the busiest node, and the demand on all of them', () => {
    const { at } = runOf('topology-first-node');
    expect(at('serverMain').count).toBe(8);
    expect(at('serverMain').utilisation).toBeGreaterThan(0.9);
  });
});
