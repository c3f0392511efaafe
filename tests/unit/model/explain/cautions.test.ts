/** When figures are not to be taken at their word, and that each way out leads out. */
import { describe, expect, it } from 'vitest';
import { cautionsOf, leftOut, noAnswer, tooLongToKeep } from '../../../../src/model/explain/all-cautions.ts';
import {
  growingQueue,
  isDoubtful,
  NEEDED,
  tooFewCompletions,
} from '../../../../src/model/explain/cautions.ts';
import { explain } from '../../../../src/model/explain/findings.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const open = (ratePerSec: number): Edits => ({
  'workload.arrivals': { kind: 'open', ratePerSec, callers: 200 },
});

function growing(edits: Edits) {
  const scenario = scenarioOf('jedis-pool-8', edits);
  const summary = summaryOf(scenario);
  return { caution: growingQueue(scenario, summary), summary };
}

describe('a growing queue', () => {
  it('is reported for an overloaded open workload, with the offered and completed rate', () => {
    const { caution, summary } = growing(open(60_000));
    expect(caution).toMatchObject({ code: 'MODEL-03', offeredPerSec: 60_000, backlog: 100_000, bound: 200 });
    expect(caution).toMatchObject({ donePerSec: summary.throughput.perSec });
    // Little: what has come and is not done waits, but for the requests that callers are at.
    const expected = 0.12 * (60_000 - summary.throughput.perSec) - 200;
    expect((caution as { waiting: number }).waiting).toBeGreaterThan(0.7 * expected);
    expect((caution as { waiting: number }).waiting).toBeLessThan(1.3 * expected);
  });

  it('is not reported for a sustainable load, a closed loop, or a bounded queue', () => {
    expect(growing(open(5_000)).caution).toBeUndefined();
    expect(growing({}).caution).toBeUndefined();
    const bounded = growing({ ...open(60_000), 'workload.arrivals.maxBacklog': 200 });
    expect(bounded.caution).toBeUndefined();
    expect(bounded.summary.requests.shed).toBeGreaterThan(0);
    const roomy = growing({ ...open(60_000), 'workload.arrivals.maxBacklog': 1000 });
    expect(roomy.caution).toBeUndefined();
    expect(roomy.summary.requests.shed).toBeGreaterThan(0);
  });
});

describe('too few completed requests', () => {
  const summary = summaryOf(scenarioOf('jedis-pool-8', { 'run.measuredMs': 10 }));

  it('are reported with their number, and a sufficient run time', () => {
    const caution = tooFewCompletions('p99', summary);
    expect(caution).toMatchObject({
      code: 'MODEL-05',
      count: summary.responseTime.count,
      needed: NEEDED.p99,
    });
    const { measuredMs } = caution as { measuredMs: number };
    const longer = summaryOf(scenarioOf('jedis-pool-8', { 'run.measuredMs': measuredMs }));
    expect(longer.responseTime.count).toBeGreaterThanOrEqual(NEEDED.p99);
    expect(tooFewCompletions('p99', longer)).toBeUndefined();
    expect(tooFewCompletions('p999', longer)).toMatchObject({ needed: NEEDED.p999 });
  });

  it('are enough for lower percentiles', () => {
    expect(tooFewCompletions('p50', summary)).toBeUndefined();
  });
});

describe('no completed request', () => {
  const noAnswerTo = (edits: Edits) => {
    const scenario = scenarioOf('jedis-pool-8', edits);
    return noAnswer(scenario, summaryOf(scenario));
  };

  it('is caused by a round trip longer than the run, which a longer run fixes', () => {
    const far = { 'network.rttUs': 1_000_000, 'run.warmupMs': 50, 'run.measuredMs': 500 };
    const caution = noAnswerTo(far);
    expect(caution).toEqual({ code: 'MODEL-06', rttUs: 1_000_000, ranMs: 550 });
    expect(noAnswerTo({ ...far, 'run.measuredMs': 10_000 })).toBeUndefined();
  });

  it('is also caused by requests that take longer than the round trip', () => {
    const slow = { 'network.rttUs': 8_995, 'run.warmupMs': 1, 'run.measuredMs': 8 };
    expect(noAnswerTo(slow)).toEqual({ code: 'MODEL-06', rttUs: 8_995, ranMs: 9 });
  });

  it('is not reported where requests complete', () => {
    expect(noAnswerTo({})).toBeUndefined();
  });
});

describe('requests that the metrics exclude', () => {
  const all = { endNs: 120e6, bytesPerNs: 0.1, limitBytes: 64e6 };
  it.each([
    ['failed', { 'client.connections.maxWaitMs': 1 }],
    ['shed', { ...open(60_000), 'workload.arrivals.maxBacklog': 100 }],
  ] as const)('are reported where they are many: %s', (which, edits) => {
    const scenario = scenarioOf('jedis-pool-8', edits);
    const summary = summaryOf(scenario);
    const { completed, failed, shed, issued } = summary.requests;
    expect(summary.requests[which]).toBeGreaterThan(completed);
    const part = which === 'shed' ? shed / (shed + issued) : failed / (failed + completed);
    const caution = leftOut(summary);
    expect(caution).toMatchObject({ code: 'MODEL-07', failed, shed, isAll: false });
    expect((caution as { part: number }).part).toBeCloseTo(part, 12);
    // As in the explanation: there is one share of them.
    const { remarks } = explain(scenario, summary);
    const remark = remarks.find(({ id }) => id === (which === 'shed' ? 'overload' : 'failed'));
    expect(remark?.facts.part).toMatchObject({ value: expect.closeTo(part, 12) });
    expect(cautionsOf(scenario, summary, all).map(({ code }) => code)).toContain('MODEL-07');
    expect(isDoubtful(summary)).toBe(true);
  });

  it('are fewer where many admitted requests are still pending', () => {
    // The queue has room when the window begins.
    const scenario = scenarioOf('jedis-pool-8', {
      ...open(300_000),
      'workload.arrivals.maxBacklog': 5000,
      'run.warmupMs': 1,
    });
    const summary = summaryOf(scenario);
    const { completed, shed, inProgressAtEnd } = summary.requests;
    expect(inProgressAtEnd).toBeGreaterThan(5 * completed);
    const { part } = leftOut(summary) as { part: number };
    expect(part).toBeLessThan(0.9);
    expect(shed / (shed + completed)).toBeGreaterThan(0.95);
  });

  it('are all of them where none completes, also where some are pending', () => {
    const far = { ...open(60_000), 'workload.arrivals.maxBacklog': 100, 'network.rttUs': 2_000_000 };
    const summary = summaryOf(scenarioOf('jedis-pool-8', far));
    expect(leftOut(summary)).toMatchObject({ failed: 0, isAll: true });
  });

  it('are not reported where they are none or few', () => {
    const summary = summaryOf(scenarioOf('jedis-pool-8'));
    expect(leftOut(summary)).toBeUndefined();
    const few = { ...summary.requests, failed: 0.005 * summary.requests.completed };
    expect(leftOut({ ...summary, requests: few })).toBeUndefined();
  });
});

it('a run is too long to keep when its trace exceeds the page’s limit', () => {
  const played = { bytesPerNs: 0.15, limitBytes: 32e6 };
  expect(tooLongToKeep({ ...played, endNs: 550e6 })).toBeUndefined();
  expect(tooLongToKeep({ ...played, endNs: 5e9 })).toEqual({ code: 'MEM-01', bytes: 750e6, keptBytes: 32e6 });
  expect(tooLongToKeep({ ...played, bytesPerNs: Number.NaN, endNs: 5e9 })).toBeUndefined();
});

it('presets have no caution', () => {
  const scenario = scenarioOf('lettuce-shared');
  const played = { endNs: 550e6, bytesPerNs: 0.15, limitBytes: 32e6 };
  expect(cautionsOf(scenario, summaryOf(scenario), played)).toEqual([]);
  expect(isDoubtful(summaryOf(scenario))).toBe(false);
});
