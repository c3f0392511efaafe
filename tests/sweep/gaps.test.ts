/** Points that cannot be simulated: one message for each reason, and a way out that works. */
import { describe, expect, it } from 'vitest';
import { presetById } from '../../src/model/scenario/library.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { gapGroups, repairs, withRepair } from '../../src/model/sweep/gaps.ts';
import { pointsOf } from '../../src/model/sweep/plan.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { complete, loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();

const read = (value: object) => {
  const { sweep, problems } = readSweep(value);
  if (!sweep) throw new Error(JSON.stringify(problems));
  return sweep;
};

async function gapsOf(value: object) {
  const sweep = read(value);
  const points = await pointsOf(
    sweep,
    (scenario: Json) => engine.normalize(JSON.stringify(scenario)),
    (id) => presetById(id)?.scenario,
  );
  const gaps = points.flatMap(({ index, problem }) => (problem ? [{ point: index, problem }] : []));
  return { sweep, gaps, groups: gapGroups(sweep, gaps) };
}

const closed = [
  { name: 'Jedis', preset: 'jedis-pool-8' },
  { name: 'Lettuce', preset: 'lettuce-shared' },
];
/** What only an open load has. */
const openLoad = {
  series: closed,
  axes: [
    { paths: ['workload.arrivals.burstSize'], values: [1, 2, 4, 8, 16, 32] },
    { paths: ['network.rttUs'], values: [1, 10, 50, 100, 500, 1000, 2000, 5000] },
  ],
};

describe('points that cannot be simulated', () => {
  it('are one group when no system has the setting, and the remedy opens the load', async () => {
    const { sweep, gaps, groups } = await gapsOf(openLoad);
    expect(gaps).toHaveLength(96);
    expect(groups).toHaveLength(1);
    const [group] = groups;
    if (!group) throw new Error('unreachable');
    expect(group).toMatchObject({ systems: [0, 1], problem: { code: 'SWP-02' } });
    const [way, ...others] = repairs(sweep, group);
    expect(way).toEqual({ 'workload.arrivals.kind': 'open', 'workload.arrivals.ratePerSec': 20_000 });
    expect(others).toEqual([]);
    const mended = await gapsOf({ ...sweep, ...withRepair(sweep, group, way ?? {}) });
    expect(mended.gaps).toEqual([]);
    expect(mended.sweep.set).toEqual(way);
  });

  it('keep the rate of the axis when the rate varies', async () => {
    const { sweep, groups } = await gapsOf({
      series: closed,
      axes: [{ paths: ['workload.arrivals.ratePerSec'], values: [1000, 2000] }],
    });
    expect(groups.flatMap((group) => repairs(sweep, group))).toEqual([{ 'workload.arrivals.kind': 'open' }]);
  });

  it('name the systems that lack the setting, and change only these', async () => {
    const { sweep, groups } = await gapsOf({
      series: closed,
      axes: [{ paths: ['client.connections.maxTotal'], values: [1, 8] }],
    });
    const [group] = groups;
    if (!group) throw new Error('unreachable');
    expect(group.systems).toEqual([1]);
    const [way = {}] = repairs(sweep, group);
    expect(way).toEqual({ 'client.connections.kind': 'pooled' });
    const mended = await gapsOf({ ...sweep, ...withRepair(sweep, group, way) });
    expect(mended.gaps).toEqual([]);
    expect(mended.sweep.set).toEqual({});
    expect(mended.sweep.series.map(({ set }) => set)).toEqual([undefined, way]);
  });

  it('offer each way in which connections can be specified', async () => {
    const scenario = complete(engine, { client: { connections: { kind: 'perRequest' } } });
    const { sweep, groups } = await gapsOf({
      series: [{ name: 'own', scenario }],
      axes: [{ paths: ['client.connections.maxTotal', 'client.connections.count'], values: [1, 8] }],
    });
    const kinds = groups
      .flatMap((group) => repairs(sweep, group))
      .map((way) => way['client.connections.kind']);
    expect(kinds.length).toBeGreaterThan(1);
    expect(kinds).toContain('pooled');
  });

  it('are listed by place when only some values are refused', async () => {
    const { groups } = await gapsOf({
      series: closed,
      axes: [{ paths: ['client.cores'], values: [0, 2, 4] }],
    });
    expect(groups.map(({ systems, places }) => [systems, places.length])).toEqual([[undefined, 2]]);
  });
});
