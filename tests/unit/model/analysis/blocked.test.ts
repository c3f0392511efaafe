/** Tests waits inside Redis: a command that blocks is not answered, and a main thread that sleeps for its disk is not idle. */
import { describe, expect, it } from 'vitest';
import { chainOf, endOf } from '../../../../src/model/analysis/chain.ts';
import { excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { explanationsOf } from '../../../../src/model/analysis/explained.ts';
import { type Journey, journeyOf, type Leg, type PhaseName } from '../../../../src/model/analysis/journey.ts';
import { ledgerOf } from '../../../../src/model/analysis/ledger.ts';
import {
  attributeWait,
  type Reason,
  type Recorded,
  type WaitAttribution,
} from '../../../../src/model/analysis/wait-attribution.ts';
import { recordPreset, scenarioOf } from '../../../support/scenes.ts';

async function recorded(
  preset: string,
  changes: Readonly<Record<string, unknown>>,
  untilNs: number,
): Promise<Recorded> {
  const recording = await recordPreset(preset, untilNs, changes);
  return {
    excerpt: excerptOf(recording.chunksBetween(0, recording.toNs)),
    layout: recording.layout,
    course: { scenario: await scenarioOf(preset, changes) },
  };
}

const legsOf = ({ excerpt }: Recorded, wanted: PhaseName) =>
  [...excerpt.ofRequest.keys()].flatMap((id) => {
    const journey = journeyOf(excerpt, id);
    const leg = journey?.legs.find(({ phase }) => phase === wanted);
    return journey?.isWhole && leg ? [{ journey, leg }] : [];
  });

const timeOf = ({ shares }: WaitAttribution, wanted: Reason): number =>
  shares.find(({ reason }) => reason === wanted)?.ns ?? 0;
const keysOf = (run: Recorded, { id }: Journey, account: WaitAttribution) =>
  explanationsOf(run, id, account).map(({ key }) => key);
const longest = <T extends { leg: Leg }>(found: readonly T[]): T =>
  [...found].sort(
    (one, other) => other.leg.toNs - other.leg.fromNs - (one.leg.toNs - one.leg.fromNs),
  )[0] as T;

const WAIT_NS = 5e6;
const BLOCKS = { 'workload.second.share': 0.05, 'workload.second.blockMs': WAIT_NS / 1e6 };

describe('a blocking command', () => {
  it('has its own phase for its timeout plus the delay until Redis checks timeouts', async () => {
    const run = await recorded('jedis-pool-8', BLOCKS, 60e6);
    const found = legsOf(run, 'blocked');
    expect(found.length).toBeGreaterThan(5);
    for (const { journey, leg } of found) {
      const account = attributeWait(run, journey, leg);
      expect(account.needed).toEqual({ kind: 'release' });
      expect(timeOf(account, 'blocked')).toBe(WAIT_NS);
      expect(timeOf(account, 'overdue')).toBe(leg.toNs - leg.fromNs - WAIT_NS);
      expect(keysOf(run, journey, account)).toEqual(['blocked']);
      expect(endOf(account)).toBe('blocked');
      // Then it is answered, and that reply waits no longer than another's.
      const { lines, totalNs } = ledgerOf(journey);
      expect(lines.reduce((sum, { ns }) => sum + ns, 0)).toBe(totalNs);
      expect(lines.find(({ phase }) => phase === 'replyQueue')?.ns ?? 0).toBeLessThan(50_000);
      expect(chainOf(run, journey).map(({ request }) => request)).toEqual([journey.id]);
    }
  });

  it('of two kinds with different timeouts is identified where only one fits', async () => {
    const run = await recorded(
      'jedis-pool-8',
      { ...BLOCKS, 'workload.third.share': 0.05, 'workload.third.blockMs': 4 * (WAIT_NS / 1e6) },
      120e6,
    );
    const found = legsOf(run, 'blocked').map(({ journey, leg }) => ({
      ns: leg.toNs - leg.fromNs,
      blocked: timeOf(attributeWait(run, journey, leg), 'blocked'),
    }));
    const [short, long] = [true, false].map((isShort) =>
      found.filter(({ ns }) => ns < 4 * WAIT_NS === isShort),
    );
    expect(Math.min(short?.length ?? 0, long?.length ?? 0)).toBeGreaterThan(3);
    for (const { blocked } of short ?? []) expect(blocked).toBe(WAIT_NS);
    // It may have been the short one, which Redis looked after late: nothing is said to have been late.
    for (const { ns, blocked } of long ?? []) expect(blocked).toBe(ns);
  });

  it('is the cause of waiting for later requests on a shared connection', async () => {
    const run = await recorded('lettuce-shared', BLOCKS, 600e6);
    const found = legsOf(run, 'serverBatch');
    expect(found.length).toBeGreaterThan(20);
    const { journey, leg } = longest(found);
    const account = attributeWait(run, journey, leg);
    expect(account.shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(leg.toNs - leg.fromNs);
    expect(account.shares[0]?.reason).toBe('blocker');
    expect(account.shares.every(({ reason }) => reason !== 'asleep')).toBe(true);
    expect(keysOf(run, journey, account)).toContain('serverBatchBlocked');
    const steps = chainOf(run, journey, leg);
    expect(steps[1]?.request).toBe(account.shares[0]?.request);
    expect(steps.at(-1)?.account.phase).toBe('blocked');
  });
});

describe('with appendfsync always', () => {
  it('requests wait for the disk, and so does Redis', async () => {
    const run = await recorded('jedis-pool-8', { 'server.appendOnly.kind': 'always' }, 20e6);
    for (const phase of ['serverQueue', 'replyQueue'] as const) {
      const { journey, leg } = longest(legsOf(run, phase));
      const account = attributeWait(run, journey, leg);
      expect(timeOf(account, 'disk')).toBeGreaterThan(0.9 * (leg.toNs - leg.fromNs));
      expect(timeOf(account, 'asleep')).toBe(0);
      expect(keysOf(run, journey, account)).toContain('disk');
      expect(endOf(account)).toBe('disk');
    }
  });
});
