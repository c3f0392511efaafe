import { expect, it } from 'vitest';
import { lawsOf } from '../../../src/explain/laws.ts';
import type { Edits } from '../../../src/scenario/patch.ts';
import { presetIds } from '../../../src/scenario/presets.ts';
import { scenarioOf, summaryOf } from './runs.ts';

// Some laws are near enough to equalities that the few requests at the ends of a short window show.
const ENDS = 1.02;

it.each(presetIds)('no law is broken by %s', (preset) => {
  const edits = preset === 'rtt-wall-250ms' ? { 'run.measuredMs': 20_000 } : {};
  const scenario = scenarioOf(preset, edits);
  const summary = summaryOf(scenario);
  const laws = lawsOf(scenario, summary);
  expect(laws.length).toBeGreaterThan(1);
  // Arrivals are random: in a window with n of them (or of their bursts), four standard deviations are 4/√n.
  const arrivals = scenario.workload?.arrivals;
  const perArrival = arrivals?.kind === 'open' ? (arrivals.burstSize ?? 1) : 1;
  for (const { law, resource, perSec } of laws) {
    const expected = (perSec * summary.windowUs) / 1e6 / perArrival;
    const most = law === 'offered' ? 1 + 4 / Math.sqrt(expected) : ENDS;
    expect(summary.throughput.perSec, `${law} ${resource}`).toBeLessThanOrEqual(perSec * most);
  }
  expect(laws.map(({ perSec }) => perSec)).toEqual(laws.map(({ perSec }) => perSec).sort((a, b) => a - b));
});

it('K/RTT of a pool is its size over the time on the wire', () => {
  const scenario = scenarioOf('jedis-pool-8', {
    'network.requestJitterUs': { kind: 'constant', value: 0 },
    'network.replyJitterUs': { kind: 'constant', value: 0 },
  });
  const pool = lawsOf(scenario, summaryOf(scenario)).find(({ law }) => law === 'pool');
  expect(pool).toMatchObject({ count: 8, timeUs: 1000, perSec: 8000 });
});

it('a test of the connection is a round trip more, and a transaction has its own', () => {
  const poolLaw = (edits: Edits) => {
    const scenario = scenarioOf('jedis-pool-8', edits);
    const summary = summaryOf(scenario);
    const law = lawsOf(scenario, summary).find((one) => one.law === 'pool');
    // It is tight: the pool is what limits this run.
    expect(summary.throughput.perSec / (law?.perSec ?? 0)).toBeGreaterThan(0.93);
    expect(summary.throughput.perSec).toBeLessThanOrEqual((law?.perSec ?? 0) * ENDS);
    return law;
  };
  const once = poolLaw({});
  const twice = poolLaw({ 'client.connections.testOnBorrow': true });
  const thrice = poolLaw({
    'client.connections.testOnBorrow': true,
    'client.connections.testOnReturn': true,
  });
  const transaction = poolLaw({ 'workload.batch.kind': 'transaction', 'workload.batch.roundTrips': 2 });
  expect([once, twice, thrice, transaction].map((law) => law?.trips)).toEqual([1, 2, 3, 2]);
  for (const [law, trips] of [
    [twice, 2],
    [thrice, 3],
    [transaction, 2],
  ] as const) {
    const ratio = (once?.perSec ?? 0) / (law?.perSec ?? 0);
    expect(ratio).toBeGreaterThan(trips - 0.15);
    expect(ratio).toBeLessThan(trips + 0.15);
  }
});

it('a test has the jitter of every message, and opening that of all but the handshake of TCP', () => {
  const timeUs = (law: 'pool' | 'callers', edits: Edits) => {
    const scenario = scenarioOf('jedis-pool-8', { 'run.measuredMs': 400, ...edits });
    return lawsOf(scenario, summaryOf(scenario)).find((one) => one.law === law)?.timeUs ?? 0;
  };
  // Jitter is 20 µs each way.
  const tests = { 'client.connections.testOnBorrow': true, 'client.connections.testOnReturn': true };
  expect(timeUs('pool', {}) / 1040).toBeCloseTo(1, 2.5);
  expect(timeUs('pool', tests) / (3 * 1040)).toBeCloseTo(1, 2.5);
  const perRequest = { 'client.connections.kind': 'perRequest', 'workload.arrivals.callers': 1 };
  const [once, thrice] = [0, 2].map((trips) =>
    timeUs('callers', { ...perRequest, 'client.openingRoundTrips': trips }),
  );
  // Each also brings some work.
  expect(Math.abs((thrice ?? 0) - (once ?? 0) - 2 * 1040)).toBeLessThan(30);
});

it('who opens a connection for each request is on the way for that, too', () => {
  const scenario = scenarioOf('jedis-pool-8', {
    'client.connections.kind': 'perRequest',
    'workload.arrivals.callers': 4,
  });
  const summary = summaryOf(scenario);
  const law = lawsOf(scenario, summary).find((one) => one.law === 'callers');
  expect(summary.throughput.perSec).toBeLessThanOrEqual((law?.perSec ?? 0) * ENDS);
  expect(summary.throughput.perSec / (law?.perSec ?? 0)).toBeGreaterThan(0.8);
});

it('the offered rate is a law of open workloads only', () => {
  const scenario = scenarioOf('jedis-pool-8', {
    'workload.arrivals.kind': 'open',
    'workload.arrivals.ratePerSec': 1000,
  });
  expect(lawsOf(scenario, summaryOf(scenario))).toContainEqual({ law: 'offered', perSec: 1000 });
  const closed = scenarioOf('jedis-pool-8');
  expect(lawsOf(closed, summaryOf(closed)).some(({ law }) => law === 'offered')).toBe(false);
});
