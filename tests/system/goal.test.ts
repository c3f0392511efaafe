import { describe, expect, it } from 'vitest';
import { conditionText, loadEdits, readCondition, readGoal } from '../../src/system/advice/goal.ts';
import { readKnob, thirds, valuesOfKnob } from '../../src/system/advice/vary.ts';
import { complete } from './engine.ts';

describe('a goal', () => {
  it.each([
    ['p99<5ms', { metric: 'p99', relation: '<', value: 5000 }],
    ['P99.9 <= 0.5 s', { metric: 'p999', relation: '<', value: 500_000 }],
    ['throughput>20000', { metric: 'throughput', relation: '>', value: 20_000 }],
    ['throughput ≥ 20k/s', { metric: 'throughput', relation: '>', value: 20_000 }],
    ['failures<0.1%', { metric: 'failures', relation: '<', value: 0.001 }],
    ['mean<300us', { metric: 'mean', relation: '<', value: 300 }],
  ] as const)('reads %s', (text, condition) => {
    expect(readCondition(text)).toEqual(condition);
    const again = readCondition(conditionText(condition));
    expect(again).toEqual(condition);
  });

  it.each(['p99<5', 'p99<5/s', 'throughput>5ms', 'p98<5ms', 'p99', '', 'failures<5ms', 'p99<ms'])(
    'refuses %s',
    (text) => {
      expect(readCondition(text)).toEqual({ part: text });
    },
  );

  it('has several conditions, an objective and a load', () => {
    expect(readGoal('p99<5ms, throughput>20,000 and fewest connections at 20 000/s')).toEqual({
      part: '20 000/s',
    });
    expect(readGoal('p99<5ms, throughput>20,000 and fewest connections at 20000/s')).toEqual({
      conditions: [
        { metric: 'p99', relation: '<', value: 5000 },
        { metric: 'throughput', relation: '>', value: 20_000 },
      ],
      objective: 'connections',
      ratePerSec: 20_000,
    });
    expect(readGoal('least CPU')).toMatchObject({ conditions: [], objective: 'cpu' });
    expect(readGoal('least CPU, lowest p99')).toEqual({ part: 'lowest p99' });
  });

  it('makes a closed workload an open one with the same callers', () => {
    const closed = complete({ workload: { arrivals: { kind: 'closed', callers: 30 } } });
    const goal = readGoal('p99<5ms at 1k');
    if ('part' in goal) throw new Error(goal.part);
    expect(loadEdits(closed, goal)).toEqual({
      'workload.arrivals.kind': 'open',
      'workload.arrivals.callers': 30,
      'workload.arrivals.ratePerSec': 1000,
    });
  });
});

describe('a knob', () => {
  it('reads bounds and lists', () => {
    expect(readKnob('client.connections.maxTotal=1..200')).toEqual({
      ...{ path: 'client.connections.maxTotal', min: 1, max: 200, isWhole: true },
    });
    expect(readKnob('client.connections.testOnBorrow=true,false')).toEqual({
      path: 'client.connections.testOnBorrow',
      values: [true, false],
    });
    expect(readKnob('client.connections.kind=pooled,shared')).toMatchObject({ values: ['pooled', 'shared'] });
  });

  it.each(['client.cores', 'client.cores=', 'client.cores=8..1', 'client.cores=1..2..3', 'client.cores=..4'])(
    'refuses %s',
    (text) => {
      expect(readKnob(text)).toEqual({ part: text });
    },
  );

  it('refuses a path that no scenario has', () => {
    expect(readKnob('client.coers=1..2')).toEqual({ part: 'client.coers=1..2', path: 'client.coers' });
  });

  it('spaces wide ranges by factors, and divides them so', () => {
    const knob = readKnob('client.connections.maxTotal=1..200');
    if ('part' in knob) throw new Error(knob.part);
    expect(valuesOfKnob(knob, 5)).toEqual([1, 4, 14, 53, 200]);
    expect(thirds(knob, 14, 53)).toEqual([22, 34]);
    expect(thirds(knob, 53, 14)).toEqual([34, 22]);
    expect(thirds(knob, 14, 16)).toEqual([15]);
    expect(thirds(knob, 14, 15)).toEqual([]);
  });
});
