/** Measurements laid over an experiment: which belong there, where they lie, what the model is off. */
import { describe, expect, it } from 'vitest';
import type { Overlay } from '../../../src/evidence/imports/overlay.ts';
import { measuredOverlays } from '../../../src/evidence/measured/overlays.ts';
import { allRows, askedOf } from '../../../src/evidence/predict/predict.ts';
import { slicesOf } from '../../../src/experiments/chart-data.ts';
import { laidOver, laidOverFan, laidTogether, onMap } from '../../../src/experiments/measured-data.ts';
import { presetById } from '../../../src/model/scenario/library.ts';
import { numbered, pointsOf } from '../../../src/model/sweep/plan.ts';
import { readSweep } from '../../../src/model/sweep/read.ts';
import { recordOf } from '../../../src/model/sweep/results.ts';
import { rowsOf } from '../../../src/model/sweep/table.ts';
import { loadEngine } from '../../engine/runs.ts';

const engine = await loadEngine();

async function experiment(value: object, metric = 'throughput.perSec') {
  const { sweep, problems } = readSweep({ seeds: 1, ...value });
  if (!sweep) throw new Error(JSON.stringify(problems));
  const points = await pointsOf(
    sweep,
    (scenario) => engine.normalize(JSON.stringify(scenario)),
    (id) => presetById(id)?.scenario,
  );
  const runs = points.flatMap(({ index, scenario }) => {
    if (!scenario) return [];
    engine.open(scenario, false);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    return [recordOf({ point: index, replication: 0 }, scenario, engine.summary())];
  });
  const rows = rowsOf(numbered(sweep), runs, [], [metric]);
  const [axis] = sweep.axes;
  const values = axis && 'values' in axis ? axis.values : [];
  const x = { title: '', values, spacing: 'log', label: String } as const;
  const lay = (overlay: Overlay, slice = 0) => {
    const one = slicesOf({ sweep })[slice];
    if (!one) throw new Error('no slice');
    return laidOver({ sweep, points }, rows, one, metric, x, overlay);
  };
  const fan = (overlay: Overlay) => laidOverFan({ sweep, points, runs, gaps: [] }, [0, 1, 2], x, overlay);
  return { lay, fan, rows };
}

const overlay = (points: Overlay['points']): Overlay => ({
  id: 'mine',
  title: 'mine.csv',
  format: 'CSV',
  source: 'mine.csv',
  points,
});
const point = (at: Overlay['points'][number]['at'], perSec: number) => ({
  name: JSON.stringify(at),
  at,
  perSec: { value: perSec, low: perSec / 2, high: perSec * 2 },
  percentiles: [{ share: 0.99, us: 700 }],
});

const callers = 'workload.arrivals.callers';
const pool = 'client.connections.maxTotal';
const run = { 'run.warmupMs': 1, 'run.measuredMs': 5 };

describe('measurements over an experiment', () => {
  it('lie where their knob has their value, between places too, with what the model says there', async () => {
    const { lay, rows } = await experiment({
      series: [{ name: 'pool', preset: 'jedis-pool-8' }],
      axes: [{ paths: [callers], values: [1, 4, 16] }],
      set: run,
    });
    const { points, left } = lay(
      overlay([point({ [callers]: 4 }, 2000), point({ [callers]: 8 }, 4000), point({ [callers]: 99 }, 1)]),
    );
    expect(points.map(({ place, seen, low, high }) => [place, seen, low, high])).toEqual([
      [1, 2000, 1000, 4000],
      [1.5, 4000, 2000, 8000],
    ]);
    const means = rows.map(({ estimates }) => estimates[0]?.mean ?? 0);
    expect(points[0]?.model).toBe(means[1]);
    expect(points[1]?.model).toBeCloseTo(((means[1] ?? 0) + (means[2] ?? 0)) / 2, 6);
    expect(left.map(({ name }) => name)).toEqual([JSON.stringify({ [callers]: 99 })]);
  });

  it('lie on the percentiles that they have', async () => {
    const { fan } = await experiment({
      series: [{ name: 'pool', preset: 'jedis-pool-8' }],
      axes: [{ paths: [callers], values: [1, 4, 16] }],
      set: run,
    });
    const percentiles = [
      { share: 0.5, us: 200 },
      { share: 0.99, us: 700 },
    ];
    const { points } = fan(overlay([{ ...point({ [callers]: 4 }, 2000), percentiles }]));
    // Styles are those of the lines: p50, p90, p99, p99.9.
    expect(points.map(({ style, place, seen }) => [style, place, seen])).toEqual([
      [0, 1, 200_000],
      [2, 1, 700_000],
    ]);
    expect(points.every(({ model }) => model !== undefined && model > 0)).toBe(true);
  });

  it('belong to the systems that have their other settings; one that none has is named', async () => {
    const { lay } = await experiment({
      series: [
        { name: '8', preset: 'jedis-pool-8' },
        { name: '50', preset: 'jedis-pool-50' },
      ],
      axes: [{ paths: ['network.rttUs'], values: [100, 1000] }],
      set: run,
    });
    const { points, left } = lay(
      overlay([
        point({ 'network.rttUs': 100, [pool]: 50, 'run.measuredMs': 9 }, 1),
        point({ 'network.rttUs': 1000 }, 2),
        point({ 'network.rttUs': 1000, [pool]: 7 }, 3),
      ]),
    );
    expect(points.map(({ style, seen }) => [style, seen])).toEqual([
      [1, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(left.map(({ why }) => why)).toEqual([{ path: pool, theirs: 7, ours: 8 }]);
  });

  it('lie on the drawing of their second knob, in the unit of the figure', async () => {
    const { lay } = await experiment(
      {
        series: [{ name: 'pool', preset: 'jedis-pool-8' }],
        axes: [
          { paths: [callers], values: [1, 4] },
          { paths: ['network.rttUs'], values: [100, 1000] },
        ],
        set: run,
      },
      'responseTime.p99Us',
    );
    const mine = overlay([point({ [callers]: 4, 'network.rttUs': 1000 }, 1)]);
    expect(lay(mine, 0).points).toEqual([]);
    // Charts measure times in ns.
    expect(lay(mine, 1).points.map(({ place, seen }) => [place, seen])).toEqual([[1, 700_000]]);
    // On a map they are in the row of that drawing, and belong there though they do not to the other.
    const all = [lay(mine, 0), lay(mine, 1)];
    expect(onMap(all, 0).map(({ place, row, seen }) => [place, row, seen])).toEqual([[1, 1, 700_000]]);
    expect(onMap(all, 1)).toEqual([]);
    expect(laidTogether(all, ['network.rttUs'])).toEqual({ shown: 1, left: 0, example: undefined });
    const other = overlay([point({ [callers]: 4, 'network.rttUs': 5 }, 1)]);
    expect(laidTogether([lay(other, 0), lay(other, 1)])).toMatchObject({
      shown: 0,
      left: 1,
      example: { path: 'network.rttUs', theirs: 5, ours: 100 },
    });
  });

  it('are those of this project where an experiment asks for one of its rows', async () => {
    const row = allRows().find(({ table, id }) => table === 'java_clients' && id === 'loopback 200 jedis 8');
    const own = measuredOverlays(allRows()).find(({ id }) => id === 'measured java_clients');
    if (!row || !own) throw new Error('the row has another name');
    const { lay } = await experiment({
      series: [{ name: 'Jedis', scenario: askedOf(row) }],
      axes: [{ paths: [pool], values: [1, 8, 50, 200] }],
      set: run,
    });
    const { points } = lay(own);
    expect(points.map(({ name }) => name)).toContain('loopback 200 jedis 8');
    expect(points.length).toBeGreaterThanOrEqual(2);
    // Not those that test a connection before they use it.
    expect(points.every(({ name }) => /^loopback 200 jedis(_thread)? \d/.test(name))).toBe(true);
  });
});
