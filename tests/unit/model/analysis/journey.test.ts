/** Tests the analysis of one request on traces of the real engine: its parts add up to the whole. */
import { beforeAll, describe, expect, it } from 'vitest';
import { chainOf, endOf } from '../../../../src/model/analysis/chain.ts';
import { excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import {
  type Journey,
  journeyOf,
  neighbourOnConnection,
  type PhaseName,
  requestsOn,
} from '../../../../src/model/analysis/journey.ts';
import { ledgerOf } from '../../../../src/model/analysis/ledger.ts';
import { partsOf } from '../../../../src/model/analysis/parts.ts';
import { maxInFlight } from '../../../../src/model/analysis/request-context.ts';
import { lanesOf } from '../../../../src/model/analysis/threads.ts';
import {
  attributeWait,
  type Reason,
  type Recorded,
  type WaitAttribution,
} from '../../../../src/model/analysis/wait-attribution.ts';
import { recordPreset } from '../../../support/scenes.ts';
import { deep } from '../../../support/tier.ts';

const UNTIL_NS = 4e6;
/** Journeys of a run in which every wait is looked at. */
const MOST = deep ? Number.POSITIVE_INFINITY : 120;

type RecordedRun = Recorded & { responses: Map<number, number> };

const recordings = new Map<string, Promise<RecordedRun>>();

/** Several tests look at the same run. */
function recorded(
  preset: string,
  changes: Readonly<Record<string, unknown>> = {},
  untilNs = UNTIL_NS,
): Promise<RecordedRun> {
  const key = JSON.stringify([preset, changes, untilNs]);
  const run = recordings.get(key) ?? record(preset, changes, untilNs);
  recordings.set(key, run);
  return run;
}

async function record(
  preset: string,
  changes: Readonly<Record<string, unknown>>,
  untilNs: number,
): Promise<RecordedRun> {
  const recording = await recordPreset(preset, untilNs, changes);
  const responses = new Map<number, number>();
  for (const { count, request, responseNs } of recording.completions.segments)
    for (let i = 0; i < count; i++) responses.set(request[i] as number, responseNs[i] as number);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  return { excerpt, layout: recording.layout, responses };
}

const whole = ({ excerpt }: Recorded): Journey[] =>
  [...excerpt.ofRequest.keys()].flatMap((id) => {
    const journey = journeyOf(excerpt, id);
    return journey?.isWhole ? [journey] : [];
  });

describe.each([
  'jedis-pool-8',
  's0-jedis-50',
  'lettuce-shared',
  'lettuce-multi-8',
  'node-redis',
  'ioredis',
  'go-redis',
  'rueidis',
])('in %s', (preset) => {
  let run: RecordedRun;
  let journeys: Journey[];
  beforeAll(async () => {
    run = await recorded(preset);
    journeys = whole(run);
  });

  it('every completed request has a complete journey, and its ledger equals its response time to the nanosecond', () => {
    expect(journeys.length).toBeGreaterThan(20);
    expect(journeys.map(({ id }) => id).sort()).toEqual([...run.responses.keys()].sort());
    for (const journey of journeys) {
      const { totalNs, lines } = ledgerOf(journey);
      expect(totalNs).toBe(run.responses.get(journey.id));
      expect(totalNs).toBe(journey.endNs - journey.beginNs);
      expect(lines.reduce((sum, { ns }) => sum + ns, 0)).toBe(totalNs);
      expect(journey.legs.slice(1).map(({ fromNs }) => fromNs)).toEqual(
        journey.legs.slice(0, -1).map(({ toNs }) => toNs),
      );
    }
  });

  it('the holders of an awaited resource add up to the wait', () => {
    for (const journey of journeys.slice(0, 60)) {
      for (const leg of journey.legs) {
        const { shares } = attributeWait(run, journey, leg);
        expect(shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(leg.toNs - leg.fromNs);
        expect(shares.every(({ ns }) => ns > 0)).toBe(true);
      }
    }
  });

  it('every chain ends, visits no request twice and contains existing requests', () => {
    for (const journey of journeys.slice(0, 60)) {
      const steps = chainOf(run, journey);
      const visited = steps.map(({ request }) => request);
      expect(new Set(visited).size).toBe(visited.length);
      expect(visited[0]).toBe(journey.id);
      expect(steps.at(-1)?.next).toBeUndefined();
      steps.slice(1).forEach(({ request }, i) => {
        expect(steps[i]?.next?.request).toBe(request);
      });
    }
  });

  it('requests of a connection follow each other', () => {
    const journey = journeys.find(({ connection }) => connection >= 0) as Journey;
    const order = requestsOn(run.excerpt, journey.connection);
    const second = order[1] as number;
    expect(neighbourOnConnection(run.excerpt, { ...journey, id: second }, -1)).toBe(order[0]);
    expect(neighbourOnConnection(run.excerpt, { ...journey, id: second }, 1)).toBe(order[2]);
    expect(neighbourOnConnection(run.excerpt, { ...journey, id: order[0] as number }, -1)).toBeUndefined();
  });
});

describe('a pool that is too small', () => {
  it('causes the longest wait, and the holder’s request was on the wire', async () => {
    const run = await recorded('jedis-pool-8', {}, 8e6);
    const waited = whole(run).filter(({ legs }) => legs.some((leg) => leg.phase === 'waitConnection'));
    const journey = waited.reduce((longest, other) =>
      other.endNs - other.beginNs > longest.endNs - longest.beginNs ? other : longest,
    );
    const [first, ...rest] = chainOf(run, journey);
    expect(first?.account.needed).toEqual({ kind: 'connection', connection: journey.connection });
    expect(first?.account.shares[0]?.reason).toBe('other');
    expect(rest.at(-1)?.account.needed.kind).toBe('wire');
  });
});

describe.each(['node-redis', 'ioredis'])('callers of one event loop, in %s', (preset) => {
  let run: RecordedRun;
  let journeys: Journey[];
  beforeAll(async () => {
    run = await recorded(preset);
    journeys = whole(run).slice(0, MOST);
  });

  it('wait for their turn of the loop and not for a core', () => {
    const [loop] = lanesOf(run.layout, 'eventLoop');
    const accounts = journeys.flatMap((journey) =>
      journey.legs
        .filter(({ phase: name }) => name === 'wakeUp')
        .map((leg) => attributeWait(run, journey, leg)),
    );
    expect(accounts.length).toBeGreaterThan(100);
    for (const { needed, shares } of accounts) {
      expect(needed).toEqual({ kind: 'thread', lane: loop });
      expect(shares.filter(({ reason }) => reason === 'asleep' || reason === 'ready')).toEqual([]);
      // Its own code after the wait; before that, others' replies are decoded and others' code runs.
      expect(shares.find(({ reason }) => reason === 'own')?.ns).toBeGreaterThan(0);
    }
    const worked = accounts.flatMap(({ shares }) => shares.filter(({ reason }) => reason === 'other'));
    expect(worked.length).toBeGreaterThan(accounts.length);
  });

  it('have replies that wait in the socket during the loop’s work, of which only their own read counts for them', () => {
    for (const journey of journeys) {
      const leg = journey.legs.find(({ phase: name }) => name === 'clientRead');
      if (!leg) continue;
      const own = attributeWait(run, journey, leg).shares.find(({ reason }) => reason === 'own');
      expect(own?.toNs).toBe(leg.toNs);
      expect(own?.ns).toBeLessThan(5000);
    }
  });
});

describe('callers that sleep during the work of others', () => {
  const shareOf = ({ shares }: WaitAttribution, wanted: Reason) =>
    shares.reduce((sum, { reason, ns }) => (reason === wanted ? sum + ns : sum), 0);
  const accountsOf = async (preset: string, name: PhaseName, untilNs = 200e6) => {
    const run = await recorded(preset, {}, untilNs);
    const accounts = whole(run).flatMap((journey) =>
      journey.legs.filter((leg) => leg.phase === name).map((leg) => attributeWait(run, journey, leg)),
    );
    for (const { shares, fromNs, toNs } of accounts)
      expect(shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(toNs - fromNs);
    return accounts;
  };

  it('wait for Spring’s only thread, for their parts one by one, and for their own poll every 10 ms', async () => {
    const accounts = await accountsOf('cluster-spring-mget', 'fanOut');
    expect(accounts.length).toBeGreaterThan(3);
    for (const account of accounts) {
      expect(account.needed.kind).toBe('parts');
      const parts = account.shares.find(({ reason }) => reason === 'parts');
      expect(parts?.atOnce).toBeCloseTo(1, 5);
      // It looks at the whole only every 10 ms, and sleeps once more after the last part.
      expect(shareOf(account, 'unseen')).toBeGreaterThan(9e6);
      expect(shareOf(account, 'unseen')).toBeLessThan(20.1e6);
    }
    const behind = accounts.filter((account) => shareOf(account, 'untaken') > 1e6);
    expect(behind.length).toBeGreaterThan(0);
    for (const { shares } of behind) {
      const named = shares.filter(({ reason, request }) => reason === 'untaken' && request !== undefined);
      expect(named.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['cluster-spring-mget', 1],
    ['cluster-lettuce-mget', 25],
  ])('have a path for each of the 30 parts, in %s', async (preset, leastAtOnce) => {
    const run = await recorded(preset, {}, 200e6);
    const batches = whole(run);
    expect(batches.length).toBeGreaterThan(3);
    for (const { id, beginNs, endNs } of batches) {
      const parts = partsOf(run.excerpt, id);
      expect(parts).toHaveLength(30);
      for (const { legs } of parts) {
        expect(legs[0]?.fromNs).toBe(beginNs);
        expect(legs.at(-1)?.toNs).toBeLessThanOrEqual(endNs);
        legs.slice(1).forEach((leg, i) => {
          expect(leg.fromNs).toBe(legs[i]?.toNs);
        });
        // Each has gone to a node and come back, once.
        for (const name of ['wireOut', 'execute', 'wireBack'])
          expect(legs.filter((leg) => leg.phase === name)).toHaveLength(1);
      }
      expect(maxInFlight(parts)).toBeGreaterThanOrEqual(leastAtOnce);
      if (leastAtOnce === 1) expect(maxInFlight(parts)).toBe(1);
    }
  });

  it('wait for all parts at once with Lettuce, and are woken by the last', async () => {
    const accounts = await accountsOf('cluster-lettuce-mget', 'fanOut');
    expect(accounts.length).toBeGreaterThan(3);
    for (const account of accounts) {
      expect(account.shares.find(({ reason }) => reason === 'parts')?.atOnce).toBeGreaterThan(10);
      expect(shareOf(account, 'untaken')).toBe(0);
      expect(shareOf(account, 'unseen')).toBe(0);
      expect(shareOf(account, 'answered')).toBeGreaterThan(0);
      expect(shareOf(account, 'answered')).toBeLessThan(20e3);
    }
  });

  it('wait for round trips and Redis while a connection is opened or tested', async () => {
    const tests = await accountsOf('pool-tested-twice', 'testOnBorrow', 120e6);
    expect(tests.length).toBeGreaterThan(50);
    for (const account of tests) {
      expect(account.needed.kind).toBe('trips');
      expect(shareOf(account, 'way')).toBeGreaterThan(0.9 * 545e3);
      expect(shareOf(account, 'server')).toBeGreaterThan(0);
      expect(shareOf(account, 'asleep')).toBe(0);
      // Not the network's fault: whoever does not test saves all of it.
      expect(endOf(account)).toBe('trips');
    }
    const opened = await accountsOf('pool-in-bursts', 'connect', 120e6);
    expect(opened.length).toBeGreaterThan(50);
    for (const account of opened) {
      // TCP's handshake and the client's greeting: two round trips at least.
      expect(shareOf(account, 'way')).toBeGreaterThan(1.9 * 500e3);
      expect(shareOf(account, 'server')).toBeGreaterThan(0);
    }
  });
});

describe('the occupants of the cores while a thread was ready', () => {
  it('had all cores there are', async () => {
    const run = await recorded('pool-in-bursts', {}, 60e6);
    const steps = whole(run)
      .slice(0, 100)
      .flatMap((journey) => journey.legs.flatMap((leg) => chainOf(run, journey, leg).slice(0, 1)))
      .filter(({ cores }) => cores.length > 0);
    expect(steps.length).toBeGreaterThan(3);
    for (const { account, cores } of steps) {
      const readyNs = account.shares.find(({ reason }) => reason === 'ready')?.ns ?? 0;
      const usedNs = cores.reduce((sum, { ns }) => sum + ns, 0);
      expect(usedNs).toBeLessThanOrEqual(readyNs * run.layout.clientCores);
    }
  });
});
