/** Who waits for a connection, in pools of every kind: the search for it, the stage's number, its words, its table and the ledger agree. */
import { describe, expect, it } from 'vitest';
import { countAt, PLACES } from '../../../src/lab/stage-view/instant-tables.ts';
import { excerptOf } from '../../../src/model/analysis/excerpt.ts';
import { journeyOf, stayName } from '../../../src/model/analysis/journey.ts';
import { ledgerOf } from '../../../src/model/analysis/ledger.ts';
import { type Moment, watcherOf } from '../../../src/model/analysis/until.ts';
import { attributeWait } from '../../../src/model/analysis/wait-attribution.ts';
import { threadStates } from '../../../src/model/engine/generated/abi.ts';
import type { Recording } from '../../../src/model/playback/recording.ts';
import { connectionWaits, counterValue } from '../../../src/stage/counters.ts';
import { describeNow, describePhase } from '../../../src/stage/describe.ts';
import { frameAt, recordPreset } from '../../support/scenes.ts';

const UNTIL_NS = 2_500_000;
const BUSY = {
  'client.connections.maxTotal': 1,
  'client.crossSlot.workers': 8,
  'workload.arrivals': { kind: 'closed', callers: 20 },
};
const POOL_OF_8 = { 'client.connections': { kind: 'pooled', maxTotal: 8 } };

const firstWait = (recording: Recording, afterNs = -1): Moment | undefined => {
  const watcher = watcherOf({ kind: 'waits' }, recording.layout, afterNs);
  for (const chunk of recording.chunksBetween(Math.max(0, afterNs), recording.toNs)) {
    const moment = watcher(chunk);
    if (moment) return moment;
  }
  return undefined;
};

/** What the stage says of an instant: the counter, the words, the table; they must agree. */
function waits(recording: Recording, timeNs: number): { waiting: number; taking: number } {
  const frame = frameAt(recording, timeNs);
  const said = describeNow(frame, recording.layout);
  const words = (key: string) => said.find((one) => one.key === `describe.part.${key}`)?.values?.count ?? 0;
  const [waiting, taking] = (['waitConnection', 'takeConnection'] as const).map((key) => {
    const count = counterValue(key, frame);
    expect(words(key)).toBe(count);
    expect(countAt(frame, key)).toBe(count);
    return count;
  }) as [number, number];
  expect(waiting).toBe(connectionWaits(frame));
  // Every request is in one place.
  const placed = PLACES.reduce((sum, place) => sum + countAt(frame, place), 0);
  expect(placed).toBe(frame.requests.count);
  return { waiting, taking };
}

describe.each([
  ['commons-pool2', 'jedis-pool-8', {}],
  ['commons-pool2, handed over', 'jedis-pool-8', { 'client.connections.handoff': 'fifo' }],
  ['commons-pool2, cold', 'jedis-pool-8', { 'client.connections.warm': false }],
  ['Lettuce’s pool', 'lettuce-pool-8', {}],
  ['a pool of goroutines', 'go-pool-8', {}],
  ['a pool in Node', 'node-redis', POOL_OF_8],
  ['the pools of a cluster, asked for parts of batches', 'cluster-spring-mget', BUSY],
])('%s', (_, preset, changes) => {
  it('is waited for from the instant at which a caller stands still for it', async () => {
    const recording = await recordPreset(preset, UNTIL_NS, changes);
    const first = firstWait(recording);
    if (!first) throw new Error('nobody waits');
    const { timeNs, request = -1 } = first;
    expect(waits(recording, timeNs).waiting).toBeGreaterThan(0);
    const at = (ns: number) => describePhase(frameAt(recording, ns), request).values?.phase;
    const frame = frameAt(recording, timeNs);
    // Of a batch its parts wait, which are described by themselves.
    if (!frame.requests.isPart.includes(1)) {
      expect(at(timeNs)).toEqual({ key: 'phases.at.waitConnection' });
      expect(at(timeNs - 1)).toEqual({ key: 'phases.at.takeConnection' });
    }
    // Nobody did before, though all of them were at the pool.
    const { start } = excerptOf(recording.chunksBetween(0, recording.toNs));
    const before = [...new Set(start)].filter((ns) => ns < timeNs);
    expect(before.map((ns) => waits(recording, ns).waiting).filter((count) => count > 0)).toEqual([]);
    expect(before.some((ns) => waits(recording, ns).taking > 0)).toBe(true);
    // The number is that of the threads which stand still for it.
    for (const ns of [0.3, 0.6, 0.9].map((share) => share * UNTIL_NS)) {
      const { threads } = frameAt(recording, ns);
      const still = threads.state.filter((state) => threadStates[state] === 'waitConnection').length;
      expect(waits(recording, ns).waiting).toBe(still);
    }
  });
});

describe.each([
  ['one caller and its connection', 'one-caller-jedis'],
  ['a connection for every caller', 'jedis-pool-250'],
])('%s', (_, preset) => {
  it('nobody waits, and what the borrowing takes is not called so', async () => {
    const recording = await recordPreset(preset, UNTIL_NS);
    expect(firstWait(recording)).toBeUndefined();
    const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
    const starts = [...new Set(excerpt.start)].slice(0, 2000);
    const seen = starts.map((ns) => waits(recording, ns));
    expect(seen.filter(({ waiting }) => waiting > 0)).toEqual([]);
    expect(seen.some(({ taking }) => taking > 0)).toBe(true);
    const [id = -1] = excerpt.ofRequest.keys();
    const journey = journeyOf(excerpt, id);
    const leg = journey?.legs.find(({ phase }) => phase === 'waitConnection');
    if (!journey || !leg) throw new Error('it borrows nothing');
    expect(ledgerOf(journey).lines.map(stayName)).toContain('takeConnection');
    expect(ledgerOf(journey).lines.map(stayName)).not.toContain('waitConnection');
    const { layout } = recording;
    const account = attributeWait({ excerpt, layout }, journey, leg);
    expect(stayName(account)).toBe('takeConnection');
    expect(account.needed).toEqual({ kind: 'thread', lane: journey.caller });
    expect(account.shares.map(({ reason }) => reason)).toEqual(['own']);
  });
});

it('a request that does wait, and then borrows, has waited', async () => {
  const recording = await recordPreset('jedis-pool-8', UNTIL_NS);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  const names = [...excerpt.ofRequest.keys()].map((id) => {
    const journey = journeyOf(excerpt, id);
    return journey ? ledgerOf(journey).lines.map(stayName) : [];
  });
  expect(names.filter((lines) => lines.includes('waitConnection')).length).toBeGreaterThan(100);
  expect(names.filter((lines) => lines.includes('takeConnection')).length).toBeGreaterThan(7);
  expect(
    names.filter((lines) => lines.includes('takeConnection') && lines.includes('waitConnection')),
  ).toEqual([]);
});
