import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { numberIn, parseCsv, table } from '../../src/evidence/measured/tables.ts';
import { accuracyOf, errorByRule } from '../../src/evidence/predict/accuracy.ts';
import { crowded, network } from '../../src/evidence/predict/machine.ts';
import { allRows, type Prediction, predict } from '../../src/evidence/predict/predict.ts';
import type { Row } from '../../src/evidence/predict/row.ts';
import { median, ranks, spearman } from '../../src/evidence/predict/statistics.ts';
import { loadEngine } from '../engine/runs.ts';

const rows = allRows();
const rowOf = (id: string) => rows.find((row) => row.id === id) as Row;

describe('the measured tables', () => {
  it('are read by column names', () => {
    const [line] = parseCsv('client,qps,qps_min\njedis,80.5,\n');
    expect(line && numberIn(line, 'qps')).toBe(80.5);
    expect(line && numberIn(line, 'qps_min')).toBeUndefined();
    expect(() => line && numberIn(line, 'rps')).toThrow('rps');
  });

  it('refuse a line with a missing value', () => {
    expect(() => parseCsv('a,b\n1\n')).toThrow('line 2');
  });

  it('are mapped completely: every line except those of single operations is in a row', () => {
    const files = readdirSync(at('src/evidence/measured')).filter((file) => file.endsWith('.csv'));
    expect(files).toHaveLength(12);
    const count = (name: Row['table']) => rows.filter((row) => row.table === name).length;
    const others = [
      'go_clients',
      'node_clients',
      'batch_ops',
      'redis_benchmark',
      'placement',
      'io_threads',
    ] as const;
    for (const name of [...others, 'server_syscalls', 'hol'] as const)
      expect(count(name), name).toBe(table(name).length);
    const java = new Set(
      table('java_clients').map((line) => `${line.rtt} ${line.threads} ${line.client} ${line.conns}`),
    );
    expect(count('java_clients')).toBe(java.size);
  });

  it('give every row a unique name', () => {
    expect(new Set(rows.map((row) => `${row.table} ${row.id}`)).size).toBe(rows.length);
  });
});

describe('a row', () => {
  it('takes the median of the preferred campaign and the range of both', () => {
    expect(rowOf('loopback 200 jedis 8').seen.perSec).toEqual({ value: 95_142, low: 44_065, high: 96_960 });
  });

  it('of a plain client states the scatter of repeated runs', () => {
    const plain = rowOf('loopback 100 GET redigo 256');
    expect(plain.seen.waitsPerRequest).toEqual({ value: 0.8554, low: 0.8554, high: 0.8554 });
    const [line] = table('go_switches').filter(
      ({ goroutines, pool }) => goroutines === '100' && pool === '256',
    );
    expect(plain.again?.waitsPerRequest?.high).toBe(Number(line?.cli_vol_ctxsw_per_op_max));
    expect(rowOf('loopback 100 GET redigo_tob 256').again).toBeUndefined();
    expect(rowOf('loopback 1000 HGETALL redigo 256').again).toBeUndefined();
  });

  it('takes the median of all rounds where several tables have the same load', () => {
    const without = 'get 8192B P1 c50';
    expect(rowOf(without).seen.perSec).toEqual({ value: (74_514 + 89_778) / 2, low: 65_079, high: 92_400 });
    expect(rowOf(`io1 ${without}`).seen.perSec).toEqual(rowOf(without).seen.perSec);
    expect(rowOf(`io2_writes ${without}`).seen.perSec?.value).toBe(55_364);
    expect(rowOf('same_core get P1 c50').seen.perSec?.value).toBe(70_951);
  });

  it('of batches inverts the range', () => {
    const { perSec } = rowOf('loopback mget 100').seen;
    expect(perSec?.value).toBeCloseTo(2000 / 0.2387, 0);
    expect(perSec && perSec.low < perSec.value && perSec.value < perSec.high).toBe(true);
  });

  it('is set aside where the delay line used the cores', () => {
    expect(rowOf('1ms 200 lsingle 1').aside).toBe('delayLine');
    expect(rowOf('1ms 200 jedis 8').aside).toBeUndefined();
    expect(rowOf('1ms tpset 10000').aside).toBe('delayLine');
    expect(rowOf('1ms tpset 100').aside).toBeUndefined();
    expect(rowOf('loopback tpset 10000').aside).toBeUndefined();
    expect(crowded('12ms', 2, 2)).toBeUndefined();
    expect(() => network('3ms')).toThrow('3ms');
  });
});

describe('the statistics', () => {
  it('include the median, ranks with ties and the rank correlation', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(ranks([10, 30, 10])).toEqual([1.5, 3, 1.5]);
    expect(spearman([1, 2, 3, 4], [10, 20, 40, 30])).toBeCloseTo(0.8);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
  });

  const prediction = (error: number, more: Partial<Row> = {}): Prediction => {
    const seen = { value: 100, low: 80, high: 150 };
    const row: Row = {
      table: 'micro',
      id: `${error}`,
      scenario: {},
      seen: { perSec: seen },
      rangeCounts: false,
      ...more,
    };
    const throughput = {
      quantity: 'perSec',
      seen: 100,
      low: 80,
      high: 150,
      predicted: 100 * (1 + error),
      error,
    } as const;
    return { row, comparisons: [throughput, { ...throughput, quantity: 'readsPerCommand' }] };
  };

  it('accept contended pools inside their range, and no other row', () => {
    const inside = prediction(0.4, { rangeCounts: true });
    const [comparison] = inside.comparisons;
    expect(comparison && errorByRule(inside.row, comparison)).toBe(0);
    const strict = prediction(0.4);
    expect(strict.comparisons[0] && errorByRule(strict.row, strict.comparisons[0])).toBeCloseTo(0.4);
  });

  it('report the scatter of repeated runs separately, without accepting more rows', () => {
    const again = { readsPerCommand: { value: 60, low: 30, high: 90 } };
    const judgement = accuracyOf([
      prediction(-0.4, { again }),
      prediction(0.1, { again }),
      prediction(-0.3, { again, aside: 'delayLine' }),
    ]);
    expect(judgement.inRangeOfRuns).toEqual({ within: 1, of: 2 });
    expect(judgement.others.readsPerCommand).toEqual({ within: 1, of: 2 });
  });

  it('use all rows that are not set aside', () => {
    const judgement = accuracyOf([
      prediction(0.1),
      prediction(-0.2),
      prediction(0.5, { rangeCounts: true }),
      prediction(9, { aside: 'delayLine' }),
    ]);
    expect(judgement).toMatchObject({ rows: 3, met: 2, worstRow: 'micro 0.5', worstRowRange: 'micro -0.2' });
    expect(judgement.medianError).toBeCloseTo(0.2);
    expect(judgement.others.readsPerCommand).toEqual({ within: 2, of: 3 });
  });
});

describe('the model', () => {
  it('predicts a row in its measured units', async () => {
    const { comparisons } = predict(await loadEngine(), rowOf('12ms 200 jedis 50'));
    const of = Object.fromEntries(comparisons.map(({ quantity, predicted }) => [quantity, predicted]));
    // Little's law: 50 connections, 12 ms and a tick of the delay line.
    expect(of.perSec).toBeGreaterThan(0.95 * (50 / 0.0122));
    expect(of.perSec).toBeLessThan(50 / 0.012);
    expect(of.readsPerCommand).toBeCloseTo(1);
  });

  it('states why it does not predict a scenario', async () => {
    const row = { ...rowOf('12ms 200 jedis 50'), scenario: { client: { telepathy: true } } };
    expect(predict(await loadEngine(), row).refused?.map(({ path }) => path)).toEqual(['client.telepathy']);
  });
});
