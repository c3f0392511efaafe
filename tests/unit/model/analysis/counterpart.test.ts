/** The same request in two systems, on traces of the real engine. */
import { beforeAll, describe, expect, it } from 'vitest';
import { counterpartOf } from '../../../../src/model/analysis/counterpart.ts';
import { excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { type Journey, journeyOf } from '../../../../src/model/analysis/journey.ts';
import { recordPreset } from '../../../support/scenes.ts';

async function journeysOf(preset: string): Promise<Map<number, Journey>> {
  const recording = await recordPreset(preset, 8_000_000);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  return new Map(
    [...excerpt.ofRequest.keys()].flatMap((id) => {
      const journey = journeyOf(excerpt, id);
      return journey?.isWhole ? [[id, journey] as const] : [];
    }),
  );
}

describe('the same request in a pool and on a shared connection', () => {
  let pairs: (readonly [Journey, Journey])[];
  beforeAll(async () => {
    const [pool, shared] = await Promise.all(['jedis-pool-8', 'lettuce-shared'].map(journeysOf));
    pairs = [...(pool ?? [])].flatMap(([id, one]) => {
      const other = shared?.get(id);
      return other ? [[one, other] as const] : [];
    });
  });

  it('exists on both sides often enough for a comparison', () => expect(pairs.length).toBeGreaterThan(8));

  it('shifts by the difference of the response times', () => {
    for (const [one, other] of pairs) {
      const { beginShiftNs, endShiftNs } = counterpartOf(one, other);
      const [here, there] = [one, other].map(({ beginNs, endNs }) => endNs - beginNs);
      expect(endShiftNs - beginShiftNs).toBe((there as number) - (here as number));
    }
  });

  it('passes an event loop only where there is one; common phases belong to both sides', () => {
    const seen = new Set<string>();
    for (const [one, other] of pairs) {
      const { onlyFirst, onlySecond } = counterpartOf(one, other);
      const took = ({ legs }: Journey) =>
        legs.filter((leg) => leg.toNs > leg.fromNs).map(({ phase }) => phase);
      for (const phase of onlyFirst) expect(took(other)).not.toContain(phase);
      for (const phase of onlySecond) expect(took(one)).not.toContain(phase);
      for (const phase of onlySecond) seen.add(phase);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['taskQueue', 'wakeUp']));
  });

  it('does not claim that an unfinished request skips a phase', () => {
    for (const [one, other] of pairs) {
      const whole = counterpartOf(one, other);
      const waiting = { ...other, legs: other.legs.slice(0, 1), isWhole: false };
      expect(counterpartOf(one, waiting).onlyFirst).toEqual([]);
      expect(counterpartOf(waiting, one).onlySecond).toEqual([]);
      // What it has been through already is certain.
      expect(whole.onlySecond).toEqual(expect.arrayContaining([...counterpartOf(one, waiting).onlySecond]));
    }
  });

  it('is symmetric when the sides are swapped', () => {
    for (const [one, other] of pairs) {
      const [there, back] = [counterpartOf(one, other), counterpartOf(other, one)];
      expect(back).toEqual({
        beginShiftNs: 0 - there.beginShiftNs,
        endShiftNs: 0 - there.endShiftNs,
        onlyFirst: there.onlySecond,
        onlySecond: there.onlyFirst,
      });
    }
  });
});
