/** Elastic time: every phase of a request can be seen, nothing else is changed. */
import { describe, expect, it } from 'vitest';
import { elasticPace, speedAt, stretchesOf } from '../../../../src/model/analysis/elastic.ts';
import type { Journey } from '../../../../src/model/analysis/journey.ts';

const lengths = {
  waitConnection: 200_000,
  clientWrite: 1_000,
  wireOut: 250_000,
  execute: 500,
  wireBack: 250_000,
};

const journey = ((): Journey => {
  let at = 1_000_000;
  const legs = Object.entries(lengths).map(([phase, length]) => {
    at += length;
    return {
      phase: phase as keyof typeof lengths,
      fromNs: at - length,
      toNs: at,
      isOver: true,
      connection: 0,
    };
  });
  return { id: 1, caller: 0, connection: 0, legs, beginNs: 1_000_000, endNs: at, isWhole: true };
})();
const SPEED = 100_000;
const total = journey.endNs - journey.beginNs;

describe('elastic time', () => {
  it('gives every phase a legible share, the longer ones more, and keeps the total at the chosen speed', () => {
    const stretches = stretchesOf(journey, SPEED);
    const seconds = stretches.map((stretch) => stretch.seconds);
    expect(Math.min(...seconds)).toBeGreaterThan(0.75);
    expect(seconds.reduce((sum, one) => sum + one)).toBeCloseTo(Math.max(total / SPEED, 7.5), 9);
    expect(seconds[0]).toBeGreaterThan(seconds[1] ?? 0);
    expect(seconds[2]).toBeGreaterThan(seconds[0] ?? 0);
    // What is short is stretched, what is long is squeezed.
    expect(stretches[3]?.factor).toBeGreaterThan(100);
    expect(stretches[2]?.factor).toBeLessThan(1);
  });

  it.each([0.001, 0.016, 0.3])('takes frames of %d s through all phases in their time', (step) => {
    const pace = elasticPace(journey);
    const whole = stretchesOf(journey, SPEED).reduce((sum, { seconds }) => sum + seconds, 0);
    let at = journey.beginNs;
    let shown = 0;
    while (at < journey.endNs) {
      const next = pace.moved(at, step, SPEED);
      expect(next).toBeGreaterThan(at);
      at = next;
      shown += step;
    }
    expect(Math.abs(shown - whole)).toBeLessThan(2 * step + 1e-6);
  });

  it('moves as far in one step as in many', () => {
    const pace = elasticPace(journey);
    const from = journey.beginNs - 50_000;
    let at = from;
    for (let i = 0; i < 1200; i++) at = pace.moved(at, 0.01, SPEED);
    expect(pace.moved(from, 12, SPEED)).toBeCloseTo(at, 3);
  });

  it('keeps the chosen speed before and after the request', () => {
    const pace = elasticPace(journey);
    expect(pace.moved(0, 1, SPEED)).toBe(SPEED);
    expect(pace.moved(journey.endNs, 1, SPEED)).toBe(journey.endNs + SPEED);
    expect(speedAt(stretchesOf(journey, SPEED), 0, SPEED)).toBe(SPEED);
    expect(speedAt(stretchesOf(journey, SPEED), journey.beginNs + 200_500, SPEED)).toBeLessThan(2_000);
  });

  it('stands still without a clock', () => {
    expect(elasticPace(journey).moved(journey.beginNs, 1, 0)).toBe(journey.beginNs);
  });
});
