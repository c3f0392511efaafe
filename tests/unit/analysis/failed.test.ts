/** Requests that end without an answer, on traces of the real engine: they are no completions, and what is said of them says why. */
import { describe, expect, it } from 'vitest';
import { chainOf, endOf } from '../../../src/model/analysis/chain.ts';
import { chromeTrace } from '../../../src/model/analysis/chrome-trace.ts';
import { eventLog } from '../../../src/model/analysis/event-log.ts';
import { excerptOf, type FailureName } from '../../../src/model/analysis/excerpt.ts';
import { explanationsOf } from '../../../src/model/analysis/explained.ts';
import { type Journey, journeyOf } from '../../../src/model/analysis/journey.ts';
import { countCompleted } from '../../../src/model/analysis/typical.ts';
import { attributeWait } from '../../../src/model/analysis/wait-attribution.ts';
import { recordPreset } from '../../support/scenes.ts';

const UNTIL_NS = 30e6;

async function runOf(preset: string, changes: Readonly<Record<string, unknown>>) {
  const recording = await recordPreset(preset, UNTIL_NS, changes);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  const journeys = [...excerpt.ofRequest.keys()].map((id) => journeyOf(excerpt, id) as Journey);
  const over = journeys.filter(({ isWhole }) => isWhole);
  return { recording, excerpt, layout: recording.layout, over };
}

describe.each<[FailureName, string, Record<string, unknown>, FailureName?]>([
  // The handshakes of the pool's new connections time out, too.
  ['replyTimeout', 'jedis-pool-8', { 'client.io.replyTimeoutMs': 1, 'network.rttUs': 5000 }, 'connectFailed'],
  ['replyTimeout', 'lettuce-shared', { 'client.io.replyTimeoutMs': 1, 'network.rttUs': 5000 }],
  ['poolTimeout', 'jedis-pool-8', { 'client.connections.maxWaitMs': 1 }],
  [
    'queueFull',
    'lettuce-shared',
    { 'client.io.requestQueueSize': 20, 'client.retry': { maxRetries: 1, minBackoffMs: 1, maxBackoffMs: 1 } },
  ],
])('%s in %s', (why, preset, changes, other = why) => {
  it('is why requests have failed, and these are among the completed ones nowhere', async () => {
    const { recording, excerpt, layout, over } = await runOf(preset, changes);
    const lost = over.filter(({ failure }) => failure !== undefined);
    expect(lost.length).toBeGreaterThan(20);
    expect(new Set(lost.map(({ failure }) => failure))).toEqual(new Set([why, other]));
    const { segments } = recording.completions;
    expect(countCompleted(segments, UNTIL_NS)).toBe(over.length - lost.length);
    const side = { id: 'a' as const, layout, excerpt };
    const rowsOf = (name: FailureName) =>
      [...eventLog([side])].filter((row) => row.startsWith(`A,failure,${name},`));
    const rows = [...new Set([why, other])].flatMap(rowsOf);
    expect(rows).toHaveLength(excerpt.failureOf.size);
    expect([...chromeTrace([side], {})].join('')).toContain(`"name":"failed: ${why}"`);
  });
});

it('who has waited in vain opens a connection for others before it goes on: round trips, and nobody slept for nothing', async () => {
  const run = await runOf('jedis-pool-8', { 'client.io.replyTimeoutMs': 1, 'network.rttUs': 5000 });
  const [journey] = run.over;
  const leg = journey?.legs.findLast(({ phase }) => phase === 'giveBack');
  if (!journey || !leg) throw new Error('the first request gives its connection back');
  const account = attributeWait(run, journey, leg);
  expect(account.needed.kind).toBe('trips');
  const way = account.shares.find(({ reason }) => reason === 'way')?.ns ?? 0;
  expect(way).toBeGreaterThan(0.9 * (leg.toNs - leg.fromNs));
  expect(explanationsOf(run, journey.id, account)).toEqual([{ key: 'giveBackFailed' }]);
  expect(endOf(chainOf(run, journey, leg).at(-1)?.account ?? account)).toBe('trips');
});
