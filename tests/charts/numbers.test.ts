/** One run, told three times with the same numbers: by its summary, in the table of a chart as CSV, and by what is drawn. */
import { describe, expect, it } from 'vitest';
import { callsPerRequest } from '../../src/charts/calls-per-request.ts';
import type { Table } from '../../src/charts/chart.ts';
import { commandsPerCall } from '../../src/charts/commands-per-call.ts';
import { toCsv } from '../../src/charts/export.ts';
import { flame } from '../../src/charts/flame.ts';
import { flameNodes, flameRects } from '../../src/charts/flame-nodes.ts';
import { CORE_STATES, hostTime } from '../../src/charts/host-time.ts';
import { percentiles } from '../../src/charts/percentiles.ts';
import { bucketsOf } from '../../src/charts/quantiles.ts';
import { responseHistogram } from '../../src/charts/response-histogram.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { frameOf, type ThroughputData, throughputOverTime } from '../../src/charts/throughput-over-time.ts';
import { timeBreakdown } from '../../src/charts/time-breakdown.ts';
import { liveThroughput } from '../../src/lab/results/live-throughput.ts';
import { nothing } from '../../src/lab/run/run-state.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { CORE_STATES as BUSY, CpuTimes } from '../../src/model/analysis/cpu.ts';
import type { Player } from '../../src/model/playback/player.ts';
import { Recording } from '../../src/model/playback/recording.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { complete, loadEngine, recordAll } from '../engine/runs.ts';
import { layoutOf } from '../support/chunks.ts';
import { breakdownWords, throughputWords as words } from './data.ts';

const endNs = 4_000_000;
const engine = await loadEngine();
const preset = presetById('lettuce-shared')?.scenario as object;
const opened = engine.open(
  complete(engine, { ...preset, run: { warmupMs: 0, measuredMs: endNs / 1e6 } }),
  true,
);
const recording = new Recording(layoutOf({ callers: 200, connections: 1, endNs }));
for (const chunk of recordAll(engine)) recording.append(chunk);
const summary = engine.summary();

/** The rows of a CSV as numbers, without the names in their first column. */
const rowsOf = (table: Table) =>
  toCsv(table, { title: 't', caption: 'c', engineVersion: '1', link: 'l', sides: [] })
    .split('\r\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split(',').map(Number));

describe('throughput over time', () => {
  const track = { id: 'b', recording, frame: { timeNs: endNs }, layout: { endNs } };
  const player = { timeNs: endNs, playhead: { endNs }, tracks: [track] } as unknown as Player;
  const run = { summary, isStale: false, progress: 1 };
  const counted = liveThroughput(player, 50_000, { a: nothing, b: run });
  const data: ThroughputData = {
    ...counted,
    pointedNs: undefined,
  };
  const binNs = data.sides[0]?.binNs ?? Number.NaN;
  const rates = rowsOf(throughputOverTime.table(data, words)).map(([, rate]) => rate ?? Number.NaN);

  it('adds up to the requests that the summary counts', () => {
    expect(rates.length * binNs).toBe(endNs);
    const completed = rates.reduce((sum, rate) => sum + (rate * binNs) / 1e9, 0);
    expect(completed).toBeCloseTo(summary.requests.completed, 6);
    expect(completed).toBeGreaterThan(200);
    expect(completed / (endNs / 1e9)).toBeCloseTo(summary.throughput.perSec, 3);
  });

  it('is the same before the run has been counted, step by step, once all of it has been recorded and played', async () => {
    const live = () => liveThroughput(player, 50_000, { a: nothing, b: nothing });
    await expect.poll(() => live().sides[0]?.perSec[0]).toBeDefined();
    const { sides, ...shown } = live();
    expect(shown).toEqual({ fromNs: counted.fromNs, toNs: counted.toNs });
    const unknown = { isCounted: false, mean: undefined, halfWidth: undefined };
    expect(sides).toEqual(counted.sides.map((side) => ({ ...side, ...unknown })));
  });

  it('is drawn as high as the table says', () => {
    const box = { width: 600, height: 300, fontSize: 10 };
    const { y } = frameOf(data, box, words);
    const text = toText(throughputOverTime.draw(data, box, paletteOf('light'), words));
    const [, path = ''] = /<path[^>]*stroke-width="2.5"[^>]* d="(M[^"]*)"/.exec(text) ?? [];
    const heights = [...path.matchAll(/[ML][\d.]+,([\d.]+)L[\d.]+,\1(?=[LM]|$)/g)].map(([, height]) =>
      Number(height),
    );
    expect(heights).toHaveLength(rates.length);
    for (const [index, height] of heights.entries()) expect(height).toBeCloseTo(y(rates[index] ?? 0), 0);
    expect(new Set(heights).size).toBeGreaterThan(5);
  });
});

it('what the cores did is in the CSV to the last digit, and all of their time', () => {
  const data = summary.hosts.map((host) => ({ ...host, side: 'b' as const }));
  const rows = rowsOf(
    hostTime.table(data, {
      host: ({ host }) => host,
      state: (state) => state,
      percent: String,
      tableCaption: '',
      tableHost: '',
      sentence: () => '',
      empty: '',
    }),
  );
  expect(rows.map(([, ...shares]) => shares)).toEqual(
    summary.hosts.map((host) => CORE_STATES.map((state) => host[state])),
  );
  for (const [, ...shares] of rows) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  expect(rows).toHaveLength(2);
});

describe('response times', () => {
  const buckets = bucketsOf(summary.responseHistogram, summary.responseTime);
  const data = { sides: [{ id: 'b' as const, buckets }] };
  const name = (value: unknown) => String(value);
  const target = { label: name, within: name, sentence: () => '' };
  const common = {
    side: name,
    duration: String,
    xTitle: '',
    yTitle: '',
    tableCaption: '',
    noAnswers: name,
    empty: '',
    target,
  };

  it('by percentile are in the CSV what the summary says, to the last digit', () => {
    const table = percentiles.table(data, {
      ...common,
      percentile: String,
      count: String,
      rough: String,
      tablePercentile: '',
      tableBeyond: name,
      sentence: () => '',
    });
    const { p50Us, p90Us, p99Us, p999Us, count } = summary.responseTime;
    const rows = rowsOf(table);
    expect(rows.slice(0, 4).map(([, ns]) => (ns ?? 0) / 1000)).toEqual([p50Us, p90Us, p99Us, p999Us]);
    // As many as took longer, of all that were counted.
    for (const [share = 0, , beyond = 0] of rows) {
      expect(beyond).toBeLessThanOrEqual(count * (1 - share) + 1);
      expect(beyond).toBeGreaterThanOrEqual(count * (1 - share) - 1);
    }
  });

  it.each([false, true])(
    'in intervals add up to all that the summary counts; linear axis: %s',
    (isLinear) => {
      const table = responseHistogram.table(
        { ...data, isLinear },
        {
          ...common,
          percent: String,
          median: name,
          beyond: name,
          tableFrom: '',
          tableTo: '',
          sentence: () => '',
        },
      );
      const rows = rowsOf(table);
      const counts = rows.map(([, , share = 0]) => share * summary.responseTime.count);
      for (const count of counts) expect(count).toBeCloseTo(Math.round(count), 6);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeCloseTo(summary.responseTime.count, 6);
    },
  );

  it('by phase add up to the mean of the summary', () => {
    const phases = summary.phases.map(({ phase, time }) => ({ phase, meanNs: (time.meanUs ?? 0) * 1000 }));
    const sides = [{ id: 'b' as const, phases }];
    const rows = rowsOf(timeBreakdown.table({ asShare: false, sides }, breakdownWords));
    const total = rows.at(-1)?.[1] ?? Number.NaN;
    expect(total / 1000).toBeCloseTo(summary.responseTime.meanUs ?? Number.NaN, 3);
    expect(rows.slice(0, -1).reduce((sum, [, ns = 0]) => sum + ns, 0)).toBeCloseTo(total, 3);
  });
});

describe('what a request costs', () => {
  const name = (...parts: unknown[]) => parts.join(' ');
  const common = { number: String, xTitle: '', tableCaption: '', empty: '', sentence: () => '' };

  it('in calls and switches is in the CSV what the summary says, and nothing is left out', () => {
    const data = [{ id: 'b' as const, syscalls: summary.syscalls, hosts: summary.hosts }];
    const words = { ...common, call: name, switches: name, tableWhat: '', list: String, noAnswers: name };
    const values = rowsOf(callsPerRequest.table(data, words)).map(([, value]) => value);
    const calls = summary.syscalls.flatMap(({ perRequest }) => (perRequest ? [perRequest] : []));
    const switches = summary.hosts.map((host) => host.switchesPerRequest ?? Number.NaN);
    expect(calls.length).toBeGreaterThan(4);
    expect(values).toEqual([...calls.sort((one, other) => other - one), ...switches]);
  });

  it('in commands per call is in the CSV what the summary says, in the order of its way', () => {
    const { batching } = summary;
    const words = { ...common, call: name, tableCall: '', unknown: '' };
    const rows = rowsOf(commandsPerCall.table([{ id: 'b', batching }], words));
    expect(rows.map(([, value]) => value)).toEqual([
      batching.commandsPerClientWrite,
      batching.commandsPerServerRead,
      batching.commandsPerServerTurn,
      batching.repliesPerServerWrite,
      batching.repliesPerClientRead,
    ]);
  });

  it('in core time adds up to the time that both machines were busy, in the CSV and in the drawing', () => {
    const cpu = new CpuTimes(opened);
    for (const chunk of recording.chunksBetween(0, endNs)) cpu.add(chunk);
    const times = cpu.list().map((time) => ({ ...time, ns: time.ns / cpu.requests }));
    const data = { sides: [{ id: 'b' as const, times }], pointed: undefined };
    const words = {
      root: name,
      className: name,
      state: name,
      activity: name,
      duration: String,
      percent: String,
      tableCaption: '',
      tableWhat: '',
      tableTime: '',
      tableShare: '',
      path: (names: readonly string[]) => names.join(' › '),
      sentence: () => '',
      empty: '',
    };
    const rows = rowsOf(flame.table(data, words));
    const nodes = flameNodes(data.sides);
    expect(rows.map(([, ns]) => ns)).toEqual(nodes.map(({ ns }) => ns));
    expect(cpu.requests).toBe(summary.requests.completed);
    // Client 8 cores, server 2: the preset's.
    const cores = { client: 8, server: 2, proxy: 0 };
    const busyNs = summary.hosts.reduce(
      (sum, host) => sum + BUSY.reduce((share, state) => share + host[state], 0) * cores[host.host] * endNs,
      0,
    );
    expect((rows[0]?.[1] ?? 0) * cpu.requests).toBeCloseTo(busyNs, 0);
    for (const state of BUSY) {
      const drawn = nodes.filter((node) => node.depth === 2 && node.state === state);
      const told = summary.hosts.reduce((sum, host) => sum + host[state] * cores[host.host] * endNs, 0);
      expect(drawn.reduce((sum, { ns }) => sum + ns, 0) * cpu.requests, state).toBeCloseTo(told, 0);
    }
    const box = { width: 1000, height: 200, fontSize: 10 };
    const [whole] = flameRects(data.sides, nodes, box);
    for (const [i, { w }] of flameRects(data.sides, nodes, box).entries())
      expect(w / (whole?.w ?? 0)).toBeCloseTo((rows[i]?.[1] ?? 0) / (rows[0]?.[1] ?? 1), 6);
  });
});
