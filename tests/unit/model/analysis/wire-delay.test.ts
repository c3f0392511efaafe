/** Tests the parts of a message's wire time on traces of the real engine. */
import { describe, expect, it } from 'vitest';
import { chainOf, timeOf } from '../../../../src/model/analysis/chain.ts';
import { excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { type Journey, journeyOf, type Leg } from '../../../../src/model/analysis/journey.ts';
import { attributeWait, type Recorded } from '../../../../src/model/analysis/wait-attribution.ts';
import type { WireTime } from '../../../../src/model/analysis/wire-delay.ts';
import { recordPreset, scenarioOf } from '../../../support/scenes.ts';

const UNTIL_NS = 6_000_000;
const JITTER = {
  'network.requestJitterUs': { kind: 'exponential', mean: 40 },
  'network.replyJitterUs': { kind: 'exponential', mean: 40 },
};
const NONE = {
  'network.requestJitterUs': { kind: 'constant', value: 0 },
  'network.replyJitterUs': { kind: 'constant', value: 0 },
};

interface OnTheWire {
  readonly journey: Journey;
  readonly leg: Leg;
}

async function run(preset: string, changes: Readonly<Record<string, unknown>>) {
  const recording = await recordPreset(preset, UNTIL_NS, changes);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  const course = { scenario: await scenarioOf(preset, changes) };
  const recorded: Recorded = { excerpt, layout: recording.layout, course };
  const legs = [...excerpt.ofRequest.keys()].flatMap((id): OnTheWire[] => {
    const journey = journeyOf(excerpt, id);
    if (!journey?.isWhole) return [];
    return journey.legs
      .filter(({ phase }) => phase === 'wireOut' || phase === 'wireBack')
      .map((leg) => ({ journey, leg }));
  });
  const accounts = legs.map(({ journey, leg }) => ({ leg, ...attributeWait(recorded, journey, leg) }));
  const reasons = new Set(accounts.flatMap(({ shares }) => shares.map(({ reason }) => reason)));
  return { recorded, legs, accounts, reasons };
}

const RTT_NS = 500_000;
const rtt = { 'network.rttUs': RTT_NS / 1000 };

describe('time on the wire', () => {
  it('is half the round trip on a network without further delays', async () => {
    const { accounts, reasons } = await run('lettuce-shared', { ...rtt, ...NONE });
    expect(accounts.length).toBeGreaterThan(100);
    expect([...reasons]).toEqual(['half']);
    for (const account of accounts) expect(timeOf(account, 'half')).toBe(RTT_NS / 2);
  });

  it('is that of each hop behind a proxy, with the jitter of the hop', async () => {
    const { accounts } = await run('pools-twemproxy', {
      ...NONE,
      'network.rttUs': 400,
      'network.proxy.rttUs': 100,
      'network.proxy.requestJitterUs': { kind: 'constant', value: 30 },
    });
    expect(accounts.length).toBeGreaterThan(20);
    const hops = new Map<string, Set<number>>();
    for (const account of accounts) {
      const hop = `${account.leg.phase} ${timeOf(account, 'half')} ${account.causes?.late.join()}`;
      hops.set(hop, (hops.get(hop) ?? new Set()).add(timeOf(account, 'late')));
    }
    expect(Object.fromEntries([...hops].map(([hop, late]) => [hop, [...late]]))).toEqual({
      'wireOut 200000 ': [0],
      'wireOut 50000 jitter': [30_000],
      'wireBack 50000 ': [0],
      'wireBack 200000 ': [0],
    });
  });

  it('includes jitter, its own or that of the previous segment, in both directions', async () => {
    const { recorded, accounts, reasons } = await run('get3-manual-flush', { ...rtt, ...JITTER });
    expect([...reasons].sort()).toEqual(['behind', 'half', 'late']);
    const seen = new Set<string>();
    for (const account of accounts) {
      const { shares, leg, causes } = account;
      expect(shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(leg.toNs - leg.fromNs);
      expect(timeOf(account, 'half')).toBe(RTT_NS / 2);
      expect(timeOf(account, 'late') * timeOf(account, 'behind'), 'one of them').toBe(0);
      expect(causes).toEqual({ late: ['jitter'], held: [] });
      for (const { reason, request } of shares) {
        seen.add(`${leg.phase} ${reason}`);
        if (reason !== 'behind' || request === undefined) continue;
        // Whoever is said to have been before it arrived in the same instant.
        const before = journeyOf(recorded.excerpt, request);
        expect(before?.legs.some(({ phase, toNs }) => phase === leg.phase && toNs === leg.toNs)).toBe(true);
      }
    }
    expect([...seen].sort()).toEqual([
      'wireBack behind',
      'wireBack half',
      'wireBack late',
      'wireOut behind',
      'wireOut half',
      'wireOut late',
    ]);
  });

  it('includes transmission and queueing where the link has a bandwidth', async () => {
    const { accounts, reasons } = await run('s0-jedis-50', { ...rtt, ...NONE, 'network.mbitPerSec': 10 });
    expect([...reasons].sort()).toEqual(['half', 'late', 'transmission']);
    for (const account of accounts) expect(account.causes?.late).toEqual(['link']);
  });

  it('includes the wait for an acknowledgement of the sender', async () => {
    const { accounts, reasons } = await run('lettuce-shared', { ...rtt, ...NONE, 'network.nagle': true });
    expect(reasons).toContain('held');
    const out = accounts.filter(({ leg }) => leg.phase === 'wireOut');
    expect(out[0]?.causes).toEqual({ late: [], held: ['nagle'] });
    for (const account of accounts.filter(({ leg }) => leg.phase === 'wireBack'))
      expect(timeOf(account, 'held')).toBe(0);
  });

  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['losses', 's0-jedis-50', { 'network.lossPercent': 2 }],
    ['losses and jitter', 'lettuce-shared', { ...JITTER, 'network.lossPercent': 1 }],
    [
      'slow start and a bandwidth',
      'jedis-pool-8',
      { 'network.slowStart': true, 'network.mbitPerSec': 200, 'workload.command.replyBytes': 40_000 },
    ],
    [
      'a small window',
      'jedis-pool-8',
      { 'network.windowBytes': 8000, 'workload.command.replyBytes': 40_000 },
    ],
    ['pipelines with jitter', 'set-pipeline-100', JITTER],
    ['event loops of Node', 'node-redis', JITTER],
    ['parts of a batch', 'cluster-lettuce-mget', JITTER],
  ])('has no delay without a cause of the network: %s', async (_, preset, changes) => {
    const { accounts } = await run(preset, { ...rtt, ...NONE, ...changes });
    for (const account of accounts) {
      const { leg, causes } = account;
      expect(account.shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(leg.toNs - leg.fromNs);
      expect(timeOf(account, 'half')).toBe(RTT_NS / 2);
      if (timeOf(account, 'late') > 0) expect(causes?.late, `#${account.fromNs}`).not.toEqual([]);
      if (timeOf(account, 'held') > 0) expect(causes?.held, `#${account.fromNs}`).not.toEqual([]);
    }
  });

  it('uses the network at the time of sending, when the network has changed since', async () => {
    const { recorded, legs } = await run('lettuce-shared', { ...rtt, ...NONE });
    const { scenario } = recorded.course as NonNullable<Recorded['course']>;
    const slower = { ...scenario, network: { ...scenario.network, rttUs: 800 } };
    const { journey, leg } = legs[0] as OnTheWire;
    const at = (atNs: number) =>
      timeOf(
        attributeWait(
          { ...recorded, course: { scenario: slower, changes: [{ atNs, scenario }] } },
          journey,
          leg,
        ),
        'half',
      );
    expect(at(leg.fromNs)).toBe(RTT_NS / 2);
    // With a longer way the leg would not have been over.
    expect(at(leg.fromNs + 1)).toBe(leg.toNs - leg.fromNs);
  });

  it('is not split where the network is unknown', async () => {
    const { recorded, legs } = await run('jedis-pool-8', JITTER);
    const { journey, leg } = legs[0] as OnTheWire;
    const { shares } = attributeWait({ ...recorded, course: undefined }, journey, leg);
    expect(shares.map(({ reason }) => reason)).toEqual(['way']);
  });

  it('links to the request of the previous segment, where that is most of it', async () => {
    const { recorded, legs } = await run('lettuce-shared', {
      'network.rttUs': 10,
      'network.requestJitterUs': { kind: 'exponential', mean: 400 },
    });
    const chains = legs
      .filter(({ leg }) => leg.phase === 'wireOut')
      .map(({ journey, leg }) => chainOf(recorded, journey, leg));
    const further = chains.find(([first, second]) => second && timeOf(first?.account as never, 'behind') > 0);
    const [first, second] = further ?? [];
    expect(first?.next?.request).toBe(second?.request);
    expect(second?.account.phase).toBe('wireOut');
    const late: readonly WireTime[] = ['late', 'behind'];
    expect(late).toContain(second?.account.shares[0]?.reason);
  });
});
