/** Experiments vary settings of other clients and of events, by their numbers in the scenario. */
import { describe, expect, it } from 'vitest';
import { presetById } from '../../src/model/scenario/library.ts';
import { anyField, anyFieldAt, listPath } from '../../src/model/scenario/list-fields.ts';
import { axisField, editsAt } from '../../src/model/sweep/axis.ts';
import { firstAxis } from '../../src/model/sweep/first-axis.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { plannedWith } from '../../src/model/sweep/recorded.ts';
import { complete, loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();
const wholeOf = (preset: string) => complete(engine, presetById(preset)?.scenario as object);

const sweepOver = (preset: string, path: string, values: readonly number[]) =>
  readSweep({ series: [{ preset }], axes: [{ paths: [path], values }], seeds: 1 });

describe('an axis over an entry of a list', () => {
  it.each([
    ['neighbours.0.client.instances', 'integer'],
    ['neighbours.12.workload.arrivals.ratePerSec', 'number'],
    ['neighbours.0.rttUs', 'number'],
    ['events.0.durationMs', 'number'],
    ['events.3.silent', 'boolean'],
  ])('has the field of %s', (path, kind) => {
    expect(axisField({ paths: [path] })).toMatchObject({ path, kind });
    expect(firstAxis([path]).paths).toEqual([path]);
  });

  it.each(['neighbours.0.network.rttUs', 'neighbours.0.name.x', 'neighbours.x.rttUs', 'events.0.nothing'])(
    'refuses %s',
    (path) => {
      expect(anyField(path)).toBeUndefined();
      expect(sweepOver('beside-batch', path, [1]).problems).toMatchObject([{ code: 'SWP-04' }]);
    },
  );

  it('exists only where the scenario has the entry, and only the settings of its kind', () => {
    const beside = wholeOf('beside-batch');
    expect(anyFieldAt(beside, 'neighbours.0.workload.batch.size')).toMatchObject({ kind: 'integer' });
    expect(anyFieldAt(beside, 'neighbours.1.workload.batch.size')).toBeUndefined();
    // Its arrivals are closed.
    expect(anyFieldAt(beside, 'neighbours.0.workload.arrivals.ratePerSec')).toBeUndefined();
    const storm = wholeOf('retry-storm');
    expect(anyFieldAt(storm, 'events.0.durationMs')).toMatchObject({ kind: 'number' });
    expect(anyFieldAt(storm, 'events.0.factor')).toBeUndefined();
    expect(anyFieldAt(storm, 'events.1.durationMs')).toBeUndefined();
    expect(editsAt({ paths: ['events.1.atMs'], values: [1] }, 1, storm as never)).toEqual({});
    expect(listPath('client.cores')).toBeUndefined();
  });

  it('changes that entry and nothing else', async () => {
    const { sweep } = sweepOver('beside-batch', 'neighbours.0.workload.batch.size', [10, 100]);
    if (!sweep) throw new Error('it is a definition');
    const points = await plannedWith(engine, sweep);
    const beside = wholeOf('beside-batch');
    expect(points.map(({ scenario }) => scenario?.neighbours?.[0]?.workload.batch)).toMatchObject([
      { size: 10 },
      { size: 100 },
    ]);
    for (const { scenario } of points) expect(scenario?.workload).toEqual(beside.workload);
  });

  it('of a system without the entry says so', async () => {
    const { sweep } = sweepOver('without-batch', 'neighbours.0.rttUs', [10]);
    if (!sweep) throw new Error('it is a definition');
    expect(await plannedWith(engine, sweep)).toMatchObject([{ problem: { code: 'SWP-02' } }]);
  });
});
