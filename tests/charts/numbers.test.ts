/** One run, told three times with the same numbers: by its summary, in the table of a chart as CSV, and by what is drawn. */
import { describe, expect, it } from 'vitest';
import { liveThroughput } from '../../src/actions/live-throughput.ts';
import type { Table } from '../../src/charts/chart.ts';
import { toCsv } from '../../src/charts/export.ts';
import { CORE_STATES, hostTime } from '../../src/charts/host-time.ts';
import { percentiles } from '../../src/charts/percentiles.ts';
import { bucketsOf } from '../../src/charts/quantiles.ts';
import { responseHistogram } from '../../src/charts/response-histogram.ts';
import { toText } from '../../src/charts/svg.ts';
import { frameOf, type ThroughputData, throughputOverTime } from '../../src/charts/throughput-over-time.ts';
import { timeBreakdown } from '../../src/charts/time-breakdown.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import type { Player } from '../../src/playback/player.ts';
import { Recording } from '../../src/playback/recording.ts';
import { presetById } from '../../src/scenario/library.ts';
import { complete, loadEngine, recordAll } from '../engine/runs.ts';
import { layoutOf } from '../support/chunks.ts';
import { breakdownWords, throughputWords as words } from './data.ts';

const endNs = 4_000_000;
const engine = await loadEngine();
const preset = presetById('lettuce-shared')?.scenario as object;
engine.open(complete(engine, { ...preset, run: { warmupMs: 0, measuredMs: endNs / 1e6 } }), true);
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
  const track = { id: 'b', recording, frame: { timeNs: endNs } };
  const { fromNs, binNs, sides } = liveThroughput(
    { timeNs: endNs, tracks: [track] } as unknown as Player,
    50_000,
  );
  const perSec = sides[0]?.bins.map((bin) => bin.perSec) ?? [];
  const data: ThroughputData = {
    fromNs,
    binNs,
    pointed: undefined,
    sides: [{ id: 'b', perSec, mean: summary.throughput.perSec, halfWidth: undefined }],
  };
  const rates = rowsOf(throughputOverTime.table(data, words)).map(([, rate]) => rate ?? Number.NaN);

  it('adds up to the requests that the summary counts', () => {
    expect(rates.length * binNs).toBe(endNs);
    const completed = rates.reduce((sum, rate) => sum + (rate * binNs) / 1e9, 0);
    expect(completed).toBeCloseTo(summary.requests.completed, 6);
    expect(completed).toBeGreaterThan(200);
    expect(completed / (endNs / 1e9)).toBeCloseTo(summary.throughput.perSec, 3);
  });

  it('is drawn as high as the table says', () => {
    const box = { width: 600, height: 300, fontSize: 10 };
    const { y } = frameOf(data, box, words);
    const text = toText(throughputOverTime.draw(data, box, paletteOf('light'), words));
    const [, path = ''] = /<path d="(M[^"]*)"[^>]*stroke-width="2.5"/.exec(text) ?? [];
    const heights = [...path.matchAll(/[ML][\d.]+,([\d.]+)H/g)].map(([, height]) => Number(height));
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
  const buckets = bucketsOf(summary.responseHistogram, summary.responseTime.maxUs);
  const data = { sides: [{ id: 'b' as const, buckets }] };
  const name = (value: unknown) => String(value);
  const target = { label: name, within: name, sentence: () => '' };
  const common = {
    side: name,
    duration: String,
    xTitle: '',
    yTitle: '',
    tableCaption: '',
    empty: '',
    target,
  };

  it('by percentile are in the CSV what the summary says, to the last digit', () => {
    const table = percentiles.table(data, {
      ...common,
      percentile: String,
      count: String,
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
