import { describe, expect, it } from 'vitest';
import en from '../../src/i18n/en/system.json' with { type: 'json' };
import zh from '../../src/i18n/zh-CN/system.json' with { type: 'json' };
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import { readGoal } from '../../src/system/advice/goal.ts';
import { canChange, knobFor, proposedKnobs } from '../../src/system/advice/knobs.ts';
import { complete } from './engine.ts';

const pooled = complete({
  client: { io: { kind: 'blocking' }, connections: { kind: 'pooled', maxTotal: 300 } },
  network: { rttUs: 400 },
});

describe('what advice may change', () => {
  it('is proposed: the pool with its tests, or the number of shared connections', () => {
    expect(proposedKnobs(pooled)).toEqual([
      { path: 'client.connections.maxTotal', min: 1, max: 300, isWhole: true },
      { path: 'client.connections.testOnBorrow', values: [true, false] },
    ]);
    const shared = complete({ client: { io: { kind: 'eventLoops' }, connections: { kind: 'shared' } } });
    expect(proposedKnobs(shared)).toEqual([
      { path: 'client.connections.count', min: 1, max: 16, isWhole: true },
    ]);
  });

  it('has bounds around the present value, and all values of a choice', () => {
    expect(knobFor(pooled, 'network.rttUs')).toMatchObject({ min: 40, max: 4000, isWhole: false });
    expect(knobFor(pooled, 'client.connections.handoff')).toMatchObject({ values: ['barging', 'fifo'] });
    expect(knobFor(pooled, 'client.connections.count')).toBeUndefined();
  });

  it('is neither the load nor the kind of a client', () => {
    const can = (path: string) => {
      const field = fieldNamed(path);
      return field && canChange(pooled, field);
    };
    expect(can('client.cores')).toBe(true);
    expect(can('workload.arrivals.callers')).toBe(false);
    expect(can('client.connections.kind')).toBe(false);
  });
});

describe('the goals of the page', () => {
  it.each([...Object.values(en.advice.goals), ...Object.values(zh.advice.goals)])('reads %s', (text) => {
    expect(readGoal(text)).toHaveProperty('conditions');
  });

  it('reads the objectives in both languages as the same', () => {
    expect(readGoal(zh.advice.goals.cpu)).toEqual(readGoal(en.advice.goals.cpu));
    expect(readGoal(zh.advice.goals.connections)).toEqual(readGoal(en.advice.goals.connections));
  });
});
