import { describe, expect, it } from 'vitest';
import { type Advice, advise } from '../../src/system/advice/advise.ts';
import { readGoal } from '../../src/system/advice/goal.ts';
import { readKnob } from '../../src/system/advice/vary.ts';
import { complete, engines, normalize } from './engine.ts';

/** Two connections for 16 callers, 1 ms away: at most 2000 requests/s. */
const scenario = complete({
  client: { io: { kind: 'blocking' }, connections: { kind: 'pooled', maxTotal: 2, maxIdle: 2 } },
  workload: { arrivals: { kind: 'closed', callers: 16 } },
  network: { rttUs: 1000 },
});

/** Short, but enough for a throughput that is the same in every run. */
const run = { warmupMs: 5, measuredMs: 40 };

async function adviceFor(goalText: string, ...knobTexts: string[]): Promise<Advice> {
  const goal = readGoal(goalText);
  if ('part' in goal) throw new Error(goal.part);
  const knobs = knobTexts.map((text) => {
    const knob = readKnob(text);
    if ('part' in knob) throw new Error(knob.part);
    return knob;
  });
  return advise(scenario, knobs, goal, engines, normalize, { run });
}

describe('advice', () => {
  it('finds the smallest change, which theory gives as well, and where it tips', async () => {
    const advice = await adviceFor('throughput>5500', 'client.connections.maxTotal=1..64');
    // A connection carries 1 / (RTT + work) requests, a little less than 1000/s.
    expect(advice.smallest?.edits).toEqual({
      'client.connections.maxTotal': 6,
      'client.connections.maxIdle': 6,
    });
    expect(advice.now?.isMet).toBe(false);
    expect(advice.now?.metrics.throughput?.mean).toBeLessThan(2100);
    expect(advice.smallest?.isSure).toBe(true);
    // Without an objective of its own the best has the most throughput: a connection for each caller.
    expect(Number(advice.best?.edits['client.connections.maxTotal'])).toBeGreaterThanOrEqual(16);
    const rtt = advice.robust.find(({ what }) => what === 'rtt');
    expect(rtt).toMatchObject({ holdsFrom: 0.5, holdsTo: 1, isCovered: false });
    expect(advice.robust.find(({ what }) => what === 'load')?.isCovered).toBe(true);
    // A quarter more of the round trip needs a quarter more connections.
    expect(advice.sturdy?.edits['client.connections.maxTotal']).toBe(7);
    expect(advice.sturdy?.isSure).toBe(true);
    // More connections give more throughput: each count is on the frontier until all callers have one.
    const sizes = advice.frontier.map(({ connections }) => connections);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes).toContain(6);
    // Nothing is random here: two runs of a configuration are enough, and the limit is far from most.
    expect(advice.done).toBeLessThan(100);
  });

  it('changes nothing where the goal is met already', async () => {
    const advice = await adviceFor('throughput>1000', 'client.connections.maxTotal=1..64');
    expect(advice.smallest?.edits).toEqual({});
  });

  it('moves below the present size for the fewest connections', async () => {
    const advice = await adviceFor('throughput>900, fewest connections', 'client.connections.maxTotal=1..64');
    expect(advice.best?.connections).toBe(1);
  });

  it('says that a goal is out of reach, and comes as near as it can', async () => {
    const advice = await adviceFor('throughput>1000000', 'client.connections.maxTotal=1..64');
    expect(advice.smallest).toBeNull();
    expect(advice.best?.isMet).toBe(false);
    expect(Number(advice.best?.edits['client.connections.maxTotal'])).toBeGreaterThanOrEqual(16);
    expect(advice.robust).toEqual([]);
  });

  it('ends with what is known when it is stopped', async () => {
    const goal = readGoal('throughput>5000');
    const knob = readKnob('client.connections.maxTotal=1..64');
    if ('part' in goal || 'part' in knob) throw new Error('unread');
    const stop = new AbortController();
    const advice = await advise(scenario, [knob], goal, engines, normalize, {
      run,
      signal: stop.signal,
      onChange: ({ done }) => {
        if (done === 4) stop.abort();
      },
    });
    expect(advice).toMatchObject({ stage: 'done', done: 4, robust: [] });
  });

  it('does not count a goal as met while callers starve', async () => {
    // A returned connection goes to the next caller: one in a hundred requests never shows the others' wait.
    const advice = await adviceFor('p99<3ms', 'client.connections.maxTotal=1..12');
    expect(advice.now?.isStarving).toBe(true);
    expect(advice.now?.isMet).toBe(false);
  });
});
