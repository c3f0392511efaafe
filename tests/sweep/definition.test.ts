import { describe, expect, it } from 'vitest';
import { percentileOf } from '../../src/model/explain/pending-percentile.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { isLogarithmic, valuesOf } from '../../src/model/sweep/axis.ts';
import { bindingBounds, boundsOf, crossingsOf } from '../../src/model/sweep/bounds.ts';
import { toCsv } from '../../src/model/sweep/csv.ts';
import type { Sweep } from '../../src/model/sweep/definition.ts';
import { boundOf, unitOf, valuesOfRun } from '../../src/model/sweep/metrics.ts';
import { inRunOrder, numbered, pointsOf, replicationOf } from '../../src/model/sweep/plan.ts';
import { isSweep, readSweep } from '../../src/model/sweep/read.ts';
import { merge, type RunRecord, resultsOf, resultsText } from '../../src/model/sweep/results.ts';
import { rowsOf } from '../../src/model/sweep/table.ts';
import { complete, loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();
const normalize = (scenario: Json) => engine.normalize(JSON.stringify(scenario));
const presetOf = (id: string) => presetById(id)?.scenario;

const axis = { paths: ['client.connections.maxTotal', 'client.connections.count'], values: [1, 8] };
const read = (value: object): Sweep => {
  const { sweep, problems } = readSweep(value);
  if (!sweep) throw new Error(JSON.stringify(problems));
  return sweep;
};

describe('an axis', () => {
  const range = { paths: ['client.connections.maxTotal'], from: 1, to: 100 } as const;
  it('has listed values or a range, and integers for integer settings', () => {
    expect(valuesOf({ ...range, points: 3, scale: 'linear' })).toEqual([1, 51, 100]);
    expect(valuesOf({ ...range, points: 3, scale: 'log' })).toEqual([1, 10, 100]);
    expect(valuesOf({ ...range, points: 9, to: 4, scale: 'log' })).toEqual([1, 2, 3, 4]);
    expect(valuesOf({ paths: ['network.rttUs'], from: 0, to: 1, points: 3, scale: 'linear' })).toEqual([
      0, 0.5, 1,
    ]);
  });

  it('is logarithmic when its values grow by factors', () => {
    expect(isLogarithmic({ ...range, values: [1, 8, 50, 200] })).toBe(true);
    expect(isLogarithmic({ ...range, values: [1, 2, 3] })).toBe(false);
    expect(isLogarithmic({ ...range, values: [0, 10, 1000] })).toBe(false);
  });
});

describe('the points', () => {
  it('are ordered by series, the last axis first, each setting under its local name', async () => {
    const sweep = read({
      series: [{ preset: 'jedis-pool-8' }, { preset: 'lettuce-shared' }],
      axes: [axis, { paths: ['network.rttUs'], values: [0, 500] }],
      set: { 'run.measuredMs': 10 },
      firstSeed: 7,
    });
    const points = await pointsOf(sweep, normalize, presetOf);
    expect(points.map(({ series, at }) => [series, ...at])).toEqual(
      numbered(sweep).map(({ series, at }) => [series, ...at]),
    );
    expect(points.map(({ at }) => at.join()).slice(0, 4)).toEqual(['1,0', '1,500', '8,0', '8,500']);
    expect(points[3]?.scenario?.client.connections).toMatchObject({ kind: 'pooled', maxTotal: 8 });
    expect(points[6]?.scenario?.client.connections).toMatchObject({ kind: 'shared', count: 8 });
    expect(points.every(({ scenario }) => scenario?.seed === 7 && scenario.run.measuredMs === 10)).toBe(true);
    const first = points[0]?.scenario;
    expect(first && replicationOf(first, 3).seed).toBe(10);
  });

  it('are run in turn: every system at one place before the next place', () => {
    const place = (index: number, series: number) => ({ index, series, at: [] });
    // One of the first system cannot be simulated, and a third system has a single place.
    const points = [place(0, 0), place(2, 0), place(3, 1), place(4, 1), place(5, 1), place(6, 2)];
    expect(inRunOrder(points).map(({ index }) => index)).toEqual([0, 3, 6, 2, 4, 5]);
  });

  it('that cannot be simulated are gaps with a reason; the others stay', async () => {
    const sweep = read({ series: [{ scenario: {} }], axes: [{ paths: ['client.cores'], values: [1, 0] }] });
    const points = await pointsOf(sweep, normalize, presetOf);
    expect(points[0]?.scenario?.client.cores).toBe(1);
    expect(points[1]?.problem).toMatchObject({ code: 'SCN-04', path: 'client.cores' });
    const other = read({
      series: [{ preset: 'lettuce-shared' }],
      axes: [{ paths: ['client.connections.maxTotal'], values: [1, 2] }],
    });
    expect((await pointsOf(other, normalize, presetOf))[0]?.problem?.code).toBe('SWP-02');
  });
});

describe('a definition', () => {
  it('is derived from a scenario', () => {
    expect(isSweep({ roundtrip: 'sweep' })).toBe(true);
    expect(isSweep({ workload: {} })).toBe(false);
  });

  it.each<[string, Json, string, string]>([
    ['no object', 3, 'SWP-01', ''],
    ['a misspelt member', { series: [{}], axes: [axis], sedes: 3 }, 'SWP-04', 'sedes'],
    ['no axis', { series: [{}], axes: [] }, 'SWP-03', 'axes'],
    ['three axes', { series: [{}], axes: [axis, axis, axis] }, 'SWP-03', 'axes'],
    [
      'an unknown knob',
      { series: [{}], axes: [{ paths: ['network.rtUs'], values: [1] }] },
      'SWP-04',
      'axes.0.paths: network.rtUs',
    ],
    [
      'a log range from 0',
      { series: [{}], axes: [{ paths: ['network.rttUs'], from: 0, to: 9, points: 3, scale: 'log' }] },
      'SWP-08',
      'axes.0.from',
    ],
    [
      'an axis without values',
      { series: [{}], axes: [{ paths: ['network.rttUs'], values: [] }] },
      'SWP-08',
      'axes.0.values',
    ],
    ['no seeds', { series: [{}], axes: [axis], seeds: 0 }, 'SWP-03', 'seeds'],
    ['an unknown preset', { series: [{ preset: 'jedis-pol-8' }], axes: [axis] }, 'SWP-05', 'series.0.preset'],
    ['a newer version', { series: [{}], axes: [axis], version: 2 }, 'SWP-06', 'version'],
    [
      'too many points',
      // So many that a list of them would fill the memory.
      {
        series: [{}],
        axes: ['network.rttUs', 'client.cores', 'seed'].map((path) => ({
          ...{ paths: [path], from: 1, to: 10_000, points: 10_000 },
        })),
      },
      'SWP-03',
      'axes',
    ],
  ])('with %s is refused with its location', (_, value, code, path) => {
    const { sweep, problems } = readSweep(value);
    expect(sweep).toBeUndefined();
    expect(problems).toContainEqual(expect.objectContaining({ code, path }));
  });
});

const sweep = read({ series: [{ name: 'one, two' }], axes: [axis], seeds: 2 });
const record = (point: number, replication: number, perSec: number): RunRecord => ({
  point,
  replication,
  seed: 1 + replication,
  fingerprint: `${point}-${replication}`,
  values: { 'throughput.perSec': perSec },
});
const all = [record(0, 0, 10), record(0, 1, 12), record(1, 0, 20), record(1, 1, 20)];

describe('results', () => {
  const whole = resultsOf(sweep, '0.1.0', all, []);
  const part = (...runs: RunRecord[]) =>
    JSON.parse(resultsText(resultsOf(sweep, '0.1.0', runs, []))) as unknown;

  it('merged from parts have the same bytes as from one job', () => {
    const [a, b, c, d] = all as [RunRecord, RunRecord, RunRecord, RunRecord];
    const merged = merge([part(d, b), part(c), part(a, b)]);
    expect('fault' in merged ? merged : resultsText(merged)).toBe(resultsText(whole));
  });

  it('of another sweep, engine or run are refused', () => {
    expect(merge([part(...all), {}])).toEqual({ fault: 'SWP-07', part: 1 });
    expect(merge([whole, { ...whole, engineVersion: '9' }])).toEqual({ fault: 'SWP-09', part: 1 });
    expect(merge([whole, { ...whole, sweep: { ...sweep, seeds: 3 } }])).toEqual({
      fault: 'SWP-09',
      part: 1,
    });
    const other = { ...record(0, 0, 11), fingerprint: 'x' };
    expect(merge([whole, part(other)])).toEqual({ fault: 'SWP-10', part: 1 });
  });

  it('are a table with means, intervals, counts and gaps', () => {
    const gaps = [{ point: 1, problem: { code: 'ENG-04', path: '' } as const }];
    const rows = rowsOf(numbered(sweep), all.slice(0, 2), gaps, ['throughput.perSec']);
    const [header, one, gap] = toCsv(sweep, rows, ['throughput.perSec']).split('\r\n');
    expect(header).toBe(
      'series,client.connections.maxTotal,throughput.perSec [1/s],throughput.perSec [1/s] low95,throughput.perSec [1/s] high95,replications,problem',
    );
    const cells = one?.split(',').slice(2) ?? [];
    expect(one).toMatch(/^"one, two",1,11,/);
    expect(Number(cells.at(-3))).toBeCloseTo(11 + 12.7062, 3);
    expect(gap).toBe('"one, two",8,,,,0,ENG-04');
  });
});

describe('a lower bound', () => {
  it('makes the mean of its point a lower bound', () => {
    const metric = 'responseTime.p99Us';
    const run = record(0, 0, 11);
    const runs = [5000, 7000].map((value, replication) => ({
      ...run,
      replication,
      values: { [metric]: value, ...(replication === 1 && { [boundOf(metric)]: 1 }) },
    }));
    const rows = rowsOf(numbered(sweep), runs, [], [metric]);
    expect(rows[0]?.estimates).toEqual([{ mean: 6000, half: undefined, count: 2, isAtLeast: true }]);
    expect(toCsv(sweep, rows, [metric]).split('\r\n')[1]).toMatch(/,6000,6000,,2,$/);
  });
});

describe('the metrics of a run', () => {
  const scenario = complete(engine, { run: { warmupMs: 1, measuredMs: 20 } });
  engine.open(scenario, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const summary = engine.summary();
  const values = valuesOfRun(scenario, summary);
  it('are those of the summary, by name', () => {
    expect(values['throughput.perSec']).toBe(summary.throughput.perSec);
    expect(values['responseTime.meanUs']).toBe(summary.responseTime.meanUs);
    expect(values['phases.wireOut.meanUs']).toBe(
      summary.phases.find(({ phase }) => phase === 'wireOut')?.time.meanUs,
    );
    expect(values['resources.serverMain.utilisation']).toBeGreaterThan(0);
    expect(values['hosts.client.kernel']).toBe(summary.hosts[0]?.kernel);
    expect(Object.keys(values).filter((name) => name.includes('undefined'))).toEqual([]);
    expect(unitOf('laws.callers')).toBe('1/s');
    // Percentiles include the callers that starve in front of the pool, and say that they are bounds.
    const p90 = percentileOf(summary, 'p90Us');
    expect(values['responseTime.p90Us']).toBe(p90?.us);
    expect(values[boundOf('responseTime.p90Us')]).toBe(p90?.isAtLeast ? 1 : undefined);
    expect(values['responseTime.p99Us']).toBe(percentileOf(summary, 'p99Us')?.us);
    expect(values[boundOf('responseTime.p99Us')]).toBe(1);
    expect(values['commands.perSec']).toBe(summary.throughput.perSec);
    expect(unitOf('commands.perSec')).toBe('1/s');
    expect(unitOf('hosts.client.kernel')).toBe('share');
  });

  it('distinguish the threads of a machine by class; a single class also has the name of the machine', () => {
    const lettuce = complete(engine, {
      client: { io: { kind: 'eventLoops' }, connections: { kind: 'shared' } },
      run: { warmupMs: 1, measuredMs: 20 },
    });
    engine.open(lettuce, false);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const { threads } = engine.summary();
    const figures = valuesOfRun(lettuce, engine.summary());
    expect(threads.map((group) => group.class)).toEqual(['caller', 'eventLoop', 'serverMain']);
    for (const group of threads) {
      expect(figures[`threads.${group.class}.count`]).toBe(group.count);
      expect(figures[`threads.${group.class}.shares.kernel`]).toBe(group.shares.kernel);
    }
    expect(figures['threads.server.shares.kernel']).toBe(figures['threads.serverMain.shares.kernel']);
    expect(Object.keys(figures).filter((name) => name.startsWith('threads.client.'))).toEqual([]);
    // Callers are alone on this client.
    expect(values['threads.client.shares.kernel']).toBe(values['threads.caller.shares.kernel']);
  });

  it('contain the bounds of the laws', () => {
    expect(values['laws.serverMain']).toBe(
      summary.resources.find(({ resource }) => resource === 'serverMain')?.boundPerSec,
    );
    expect(values['throughput.perSec']).toBeLessThanOrEqual(
      1.001 *
        Math.min(
          ...Object.entries(values)
            .filter(([name]) => name.startsWith('laws.'))
            .map(([, bound]) => bound),
        ),
    );
  });
});

describe('bounds along an axis', () => {
  const places = [
    { pool: 100, serverMain: 400, offered: 9000 },
    { pool: 200, serverMain: 400, offered: 9000 },
    { pool: 800, serverMain: 400, offered: 9000 },
  ].map((laws, index) => ({
    ...record(index, 0, 1),
    values: Object.fromEntries(Object.entries(laws).map(([law, value]) => [`laws.${law}`, value])),
  }));
  const bounds = boundsOf(places, 'throughput.perSec');
  it('are those that are the lowest at some place', () => {
    expect(bindingBounds(bounds).map(({ law }) => law)).toEqual(['pool', 'serverMain']);
  });

  it('are in commands where the metric is', () => {
    const batches = places.map((run, place) => ({
      ...run,
      values: { ...run.values, 'throughput.perSec': 50, 'commands.perSec': 50 * 10 ** place },
    }));
    expect(boundsOf(batches, 'commands.perSec').find(({ law }) => law === 'pool')?.perSec).toEqual([
      100, 2000, 80_000,
    ]);
    expect(boundsOf(batches, 'throughput.perSec')[0]?.perSec).toEqual(bounds[0]?.perSec);
  });

  it('cross on the drawn lines', () => {
    const crossing = (share: number) => [
      {
        after: 1,
        share: expect.closeTo(share, 9),
        perSec: expect.closeTo(400, 6),
        from: 'pool',
        to: 'serverMain',
      },
    ];
    expect(crossingsOf(bounds)).toEqual(crossing(1 / 3));
    expect(crossingsOf(bounds, true)).toEqual(crossing(1 / 2));
  });
});
