import { expect, it } from 'vitest';
import { use } from '../../../../src/model/explain/finding.ts';
import { explain } from '../../../../src/model/explain/findings.ts';
import { lawsOf, usedOf } from '../../../../src/model/explain/laws.ts';
import { phasesUs, wireUs } from '../../../../src/model/explain/request.ts';
import { spinUs } from '../../../../src/model/explain/work.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { presetIds } from '../../../../src/model/scenario/presets.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

// Some laws are near enough to equalities that the few requests at the ends of a short window show.
const ENDS = 1.02;

it.each(presetIds)('%s breaks no law', (preset) => {
  // Where a round takes long, as many of them as there are elsewhere.
  const isLong = ['rtt-wall-250ms', 'cluster-lettuce-mget', 'cluster-spring-mget'].includes(preset);
  const edits = isLong ? { 'run.measuredMs': 20_000 } : {};
  const scenario = scenarioOf(preset, edits);
  const summary = summaryOf(scenario);
  const laws = lawsOf(scenario, summary);
  expect(laws.length).toBeGreaterThan(1);
  // Arrivals are random, and so are pauses: in a window with n of them (or of their bursts), four standard deviations are 4/√n.
  const arrivals = scenario.workload?.arrivals;
  const perArrival = arrivals?.kind === 'open' ? (arrivals.burstSize ?? 1) : 1;
  for (const { law, resource, perSec, pauses } of laws) {
    const expected = (perSec * summary.windowUs) / 1e6 / perArrival;
    const most = law === 'offered' || pauses ? 1 + 4 / Math.sqrt(expected) : ENDS;
    expect(summary.throughput.perSec, `${law} ${resource}`).toBeLessThanOrEqual(perSec * most);
  }
  expect(laws.map(({ perSec }) => perSec)).toEqual(laws.map(({ perSec }) => perSec).sort((a, b) => a - b));
});

it('K/RTT of a pool is its size divided by the time on the wire', () => {
  const scenario = scenarioOf('jedis-pool-8', {
    'network.requestJitterUs': { kind: 'constant', value: 0 },
    'network.replyJitterUs': { kind: 'constant', value: 0 },
  });
  const pool = lawsOf(scenario, summaryOf(scenario)).find(({ law }) => law === 'pool');
  expect(pool).toMatchObject({ count: 8, timeUs: 1000, perSec: 8000 });
});

it('a connection test adds a round trip, and a transaction has its own', () => {
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

it('a test includes the jitter of every message; opening includes that of all but the TCP handshake', () => {
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
    timeUs('callers', { ...perRequest, 'client.handshakeRoundTrips': trips }),
  );
  // Each also brings some work.
  expect(Math.abs((thrice ?? 0) - (once ?? 0) - 2 * 1040)).toBeLessThan(30);
});

it('a split request has a round trip for every sequential part', () => {
  const law = (preset: string, edits: Edits = {}) => {
    // Nobody pauses: what is left of a window of pauses is chance.
    const busy: Edits = { 'workload.arrivals.thinkUs': { kind: 'constant', value: 0 } };
    const scenario = scenarioOf(preset, { 'run.measuredMs': 2000, ...busy, ...edits });
    const summary = summaryOf(scenario);
    const found = lawsOf(scenario, summary).find((one) => one.law === 'callers');
    // Work of parts may be done at the same time: it is in no law.
    expect(found?.isSplit).toBe(true);
    expect(summary.throughput.perSec).toBeLessThanOrEqual((found?.perSec ?? 0) * ENDS);
    const pool = lawsOf(scenario, summary).find((one) => one.law === 'pool');
    expect(summary.throughput.perSec).toBeLessThanOrEqual((pool?.perSec ?? Number.POSITIVE_INFINITY) * ENDS);
    const shared = lawsOf(scenario, summary).find((one) => one.law === 'workers');
    expect(summary.throughput.perSec).toBeLessThanOrEqual(
      (shared?.perSec ?? Number.POSITIVE_INFINITY) * ENDS,
    );
    return {
      trips: found?.trips,
      lent: pool?.trips,
      workers: shared?.count,
      perSec: shared?.perSec,
      onWire: wireUs(scenario, summary),
    };
  };
  // The only worker asks for one key after the other: 30 round trips with 20 µs of jitter each way.
  const spring = law('cluster-spring-mget');
  expect(spring).toMatchObject({ trips: 30, lent: 30, workers: 1 });
  expect(spring.perSec).toBeCloseTo(1e6 / (30 * 540), 6);
  expect(spring.onWire).toBeCloseTo(30 * 540, 6);
  expect(law('cluster-spring-mget', { 'client.crossSlot.workers': 4 })).toMatchObject({ trips: 8, lent: 30 });
  expect(law('cluster-spring-mget', { 'client.crossSlot.workers': 0 })).toMatchObject({
    ...{ trips: 30, workers: undefined },
  });
  // One that hands over to an event loop waits for the reply all the same.
  expect(law('cluster-lettuce-mget', { 'client.crossSlot.workers': 1 })).toMatchObject({
    ...{ trips: 30, workers: 1 },
  });
  expect(law('cluster-spring-mget', { 'client.connections.testOnBorrow': true })).toMatchObject({
    trips: 60,
    lent: 60,
  });
  const byNode = { 'client.crossSlot.workers': 0, 'client.crossSlot.by': 'node' } as const;
  expect(law('cluster-spring-mget', byNode)).toMatchObject({ trips: 5, lent: 5 });
  // Sent at once they travel together.
  const lettuce = law('cluster-lettuce-mget');
  expect(lettuce).toMatchObject({ trips: 1, lent: undefined });
  expect(lettuce.onWire).toBeCloseTo(540, 6);
});

it('a connection per request adds its round trips', () => {
  const scenario = scenarioOf('jedis-pool-8', {
    'client.connections.kind': 'perRequest',
    'workload.arrivals.callers': 4,
  });
  const summary = summaryOf(scenario);
  const law = lawsOf(scenario, summary).find((one) => one.law === 'callers');
  expect(summary.throughput.perSec).toBeLessThanOrEqual((law?.perSec ?? 0) * ENDS);
  expect(summary.throughput.perSec / (law?.perSec ?? 0)).toBeGreaterThan(0.8);
});

it('only open workloads have the law of the offered rate', () => {
  const scenario = scenarioOf('jedis-pool-8', {
    'workload.arrivals.kind': 'open',
    'workload.arrivals.ratePerSec': 1000,
  });
  // By chance some more have come in this short run, and all of them are completed.
  const summary = summaryOf(scenario);
  const law = lawsOf(scenario, summary).find((one) => one.law === 'offered');
  expect(law).toMatchObject({ perSec: 1000, observedPerSec: summary.requests.issued * 10 });
  expect(summary.throughput.perSec).toBeGreaterThan(1000);
  expect(law && usedOf(law, summary)).toBeCloseTo(1, 1);
  const closed = scenarioOf('jedis-pool-8');
  expect(lawsOf(closed, summaryOf(closed)).some(({ law }) => law === 'offered')).toBe(false);
});

it('spinning cores are not part of the demand of requests', () => {
  const scenario = scenarioOf('redis6-io-threads-4');
  const summary = summaryOf(scenario);
  const cores = lawsOf(scenario, summary).find(({ resource }) => resource === 'serverCores');
  const counted = use(summary, 'serverCores');
  const spin = (spinUs(summary, 'serverIo') + spinUs(summary, 'serverMain')) / 8;
  expect(spin).toBeGreaterThan(1);
  expect(cores?.timeUs).toBeCloseTo((counted?.demandUs ?? 0) - spin, 6);
  expect(cores?.perSec).toBeCloseTo(1e6 / (cores?.timeUs ?? 0), 0);
});

it('the demand on several servers is stated for each of them', () => {
  const scenario = scenarioOf('cluster-3');
  const laws = lawsOf(scenario, summaryOf(scenario));
  const of = (wanted: string) => laws.find(({ resource }) => resource === wanted);
  expect(of('serverMain')?.count).toBe(3);
  expect(of('eventLoop')?.count).toBe(3);
  expect(
    lawsOf(scenarioOf('jedis-pool-8'), summaryOf(scenarioOf('jedis-pool-8'))).find(
      ({ resource }) => resource === 'serverMain',
    )?.count,
  ).toBe(1);
});

it.each(['jedis-pool-8', 'lettuce-shared'])(
  'callers of %s think for the configured time in any window',
  (preset) => {
    // All begin together: the window holds the second half of one pause, and nearly all of the next one.
    const scenario = scenarioOf(preset, {
      'workload.arrivals.thinkUs': { kind: 'constant', value: 300_000 },
      'run.warmupMs': 50,
      'run.measuredMs': 500,
    });
    const summary = summaryOf(scenario);
    const law = lawsOf(scenario, summary).find((one) => one.law === 'callers');
    expect(law?.pauses).toBe(true);
    expect((law?.timeUs ?? 0) - wireUs(scenario, summary)).toBeGreaterThanOrEqual(300_000);
    expect(law?.perSec).toBeGreaterThan(200 / 0.302);
    expect(law?.perSec).toBeLessThan(200 / 0.301);
    const { limit } = explain(scenario, summary);
    expect(limit).toMatchObject({ id: 'callers', facts: { pause: { us: 300_000 } } });
  },
);

it('waiting for a saturated link is in no lower bound of the response time', () => {
  // Of 100 Mbit/s, 1000 bytes take 80 µs: 200 callers wait 16 ms for the link, where alone they would be back in little more than 1 ms.
  const scenario = scenarioOf('lettuce-shared', {
    'network.mbitPerSec': 100,
    'workload.command.replyBytes': 1000,
  });
  const summary = summaryOf(scenario);
  expect(wireUs(scenario, summary)).toBeGreaterThan(15_000);
  const [tightest, ...others] = lawsOf(scenario, summary);
  expect(tightest).toMatchObject({ law: 'resource', resource: 'linkBack' });
  const callers = others.find(({ law }) => law === 'callers');
  // The way, jitter, its own bytes both ways, and work.
  expect(callers?.timeUs).toBeGreaterThan(1000 + 80 + 2.8);
  expect(callers?.timeUs).toBeLessThan(1000 + 80 + 2.8 + 120);
});

it('long use of a pool because of the link is separate from the round trip', () => {
  const scenario = scenarioOf('jedis-pool-50', { 'network.mbitPerSec': 10, 'network.rttUs': 200 });
  const summary = summaryOf(scenario);
  const laws = lawsOf(scenario, summary);
  const pool = laws.find(({ law }) => law === 'pool');
  expect(laws[0]).toMatchObject({ law: 'resource', resource: 'linkOut' });
  expect(pool?.perSec).toBeGreaterThan(3 * summary.throughput.perSec);
});

it('work for a request is at most the work of all cores for it', () => {
  // Replies that are read together are decoded one after the other: the last one has waited for the others.
  const scenario = scenarioOf('lettuce-shared', { 'network.rttUs': 0 });
  const summary = summaryOf(scenario);
  const busyUs =
    summary.hosts.reduce((sum, { cores, idle }) => sum + cores * (1 - idle), 0) * summary.windowUs;
  const law = lawsOf(scenario, summary).find((one) => one.law === 'callers');
  expect(phasesUs(summary, ['decode'])).toBeGreaterThan(busyUs / summary.requests.completed);
  const least = wireUs(scenario, summary) + busyUs / summary.requests.completed;
  expect(law?.timeUs).toBeCloseTo(least, 3);
});
