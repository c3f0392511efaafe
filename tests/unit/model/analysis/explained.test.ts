/** Tests the explanation of each phase against its request, on traces of the real engine. */
import { expect, it } from 'vitest';
import { excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { explanationsOf } from '../../../../src/model/analysis/explained.ts';
import { type Journey, journeyOf, type PhaseName } from '../../../../src/model/analysis/journey.ts';
import { attributeWait, type Recorded } from '../../../../src/model/analysis/wait-attribution.ts';
import { recordPreset, scenarioOf } from '../../../support/scenes.ts';

/** As many requests are looked at. */
const MOST = 120;

/** A run and everything that is said of a phase in it: of each request the keys, and with how many before it. */
async function saidOf(preset: string, phase: PhaseName, changes = {}, untilNs = 4e6) {
  const recording = await recordPreset(preset, untilNs, changes);
  const recorded: Recorded = {
    excerpt: excerptOf(recording.chunksBetween(0, recording.toNs)),
    layout: recording.layout,
    course: { scenario: await scenarioOf(preset, changes) },
  };
  const journeys = [...recorded.excerpt.ofRequest.keys()].flatMap((id) => {
    const journey = journeyOf(recorded.excerpt, id);
    return journey?.isWhole ? [journey] : [];
  });
  const said = journeys.slice(-MOST).flatMap((journey) =>
    journey.legs
      .filter((leg) => leg.phase === phase)
      .map((leg) => {
        const account = attributeWait(recorded, journey, leg);
        const sentences = explanationsOf(recorded, journey.id, account);
        return { journey, leg, account, keys: sentences.map(({ key }) => key), sentences };
      }),
  );
  expect(said.length).toBeGreaterThan(20);
  return { recorded, said };
}

const countsOf = ({ said }: Awaited<ReturnType<typeof saidOf>>) => {
  const counts: Record<string, number> = {};
  for (const { keys } of said) for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

it('a caller with its own connection and one request at a time waits for no request of the same read', async () => {
  const counts = countsOf(await saidOf('jedis-pool-8', 'serverBatch'));
  expect(Object.keys(counts)).toEqual(['serverBatchBooks']);
});

it('on a shared connection earlier requests of the same read are counted', async () => {
  const { recorded, said } = await saidOf('lettuce-shared', 'serverBatch');
  const firstOf = new Map<number, number>();
  for (const { leg, sentences } of said) {
    const ahead = sentences.find(({ key }) => key === 'serverBatchAhead')?.count ?? 0;
    if (ahead > 0) firstOf.set(leg.fromNs, Math.max(ahead, firstOf.get(leg.fromNs) ?? 0));
    // Each of them takes as long to be executed.
    expect(leg.toNs - leg.fromNs).toBe(500 + 740 * ahead);
  }
  expect(firstOf.size).toBeGreaterThan(5);
  expect(recorded.layout.connections).toBe(1);
});

it('the last command of a pipeline waits for the earlier ones', async () => {
  const counts = countsOf(await saidOf('get3-manual-flush', 'serverBatch'));
  expect(counts.serverBatchOwn).toBe(counts.serverBatchBooks);
});

it('with I/O threads a request waits at the barrier, or for the main thread to process its client', async () => {
  const six = await saidOf('redis6-io-threads-4', 'serverBatch');
  const main = countsOf(six);
  expect(main.serverBatchBarrier).toBeGreaterThan(0.8 * six.said.length);
  expect(main.serverBatchAhead).toBeUndefined();
  expect(countsOf(await saidOf('threaded-redis-8', 'serverBatch')).serverBatchHandOver).toBeGreaterThan(50);
});

it('reads and writes belong to the thread that makes them', async () => {
  expect(Object.keys(countsOf(await saidOf('jedis-pool-8', 'serverQueue')))).toEqual(['serverQueueMain']);
  expect(countsOf(await saidOf('redis6-io-threads-4', 'serverQueue')).serverQueueGiven).toBeGreaterThan(50);
  expect(Object.keys(countsOf(await saidOf('threaded-redis-8', 'serverQueue')))).toEqual(['serverQueueOwn']);
  expect(countsOf(await saidOf('redis6-io-threads-4', 'replyQueue')).replyQueueGiven).toBeGreaterThan(50);
  expect(Object.keys(countsOf(await saidOf('threaded-redis-8', 'replyQueue')))).toEqual(['replyQueueOwn']);
});

it('a request that finds an idle caller waits for its wake-up', async () => {
  const idle = await saidOf('pipeline-10-jedis', 'waitCaller', {}, 20e6);
  expect(Object.keys(countsOf(idle))).toEqual(['waitCallerIdle']);
  for (const { account } of idle.said) expect(account.shares.map(({ reason }) => reason)).toEqual(['roused']);
  const loop = await saidOf('ioredis-auto-50k', 'waitCaller');
  expect(countsOf(loop).waitCallerLoop).toBeGreaterThan(50);
  const turns = loop.said.filter(({ keys }) => keys.includes('waitCallerLoop'));
  for (const { account } of turns) expect(account.shares.map(({ reason }) => reason)).toEqual(['turn']);
});

it('a request that finds all callers busy waits for them', async () => {
  const few = { 'workload.arrivals.callers': 2 };
  const { recorded, said } = await saidOf('pipeline-10-jedis', 'waitCaller', few, 60e6);
  const busy = said.filter(({ keys }) => keys.includes('waitCallerBusy'));
  expect(busy.length).toBeGreaterThan(0);
  const { ofRequest, start, end } = recorded.excerpt;
  const hasRequest = (caller: number, atNs: number, id: Journey['id']) =>
    [...ofRequest].some(
      ([other, spans]) =>
        other !== id &&
        spans.some(
          (span) =>
            recorded.excerpt.lane[span] === caller &&
            (start[span] as number) <= atNs &&
            (end[span] as number) >= atNs,
        ),
    );
  for (const { journey, leg } of busy.slice(0, 20))
    for (const caller of [0, 1]) expect(hasRequest(caller, leg.fromNs, journey.id)).toBe(true);
});

it('callers are woken in the way of their runtime', async () => {
  expect(Object.keys(countsOf(await saidOf('lettuce-shared', 'wakeUp')))).toEqual(['wakeUpThread']);
  expect(Object.keys(countsOf(await saidOf('node-redis', 'wakeUp')))).toEqual(['wakeUpCallback']);
  expect(Object.keys(countsOf(await saidOf('rueidis', 'wakeUp')))).toEqual(['wakeUpGoroutine']);
});
