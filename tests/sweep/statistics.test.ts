import { randomLcg, randomNormal } from 'd3-random';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/scenario/patch.ts';
import { valuesOfRun } from '../../src/model/sweep/metrics.ts';
import { optimumOf } from '../../src/model/sweep/optimum.ts';
import { estimateOf, pairedDifference } from '../../src/model/sweep/statistics.ts';
import { complete, loadEngine } from '../engine/runs.ts';
import { deep } from '../support/tier.ts';

const engine = await loadEngine();

/** An open load on a server that takes an exponential 10 µs; everything else is free: M/M/1, as in `wasm/tests/theory.rs`. */
const mm1 = (rho: number, seed: number): Json => ({
  seed,
  run: { warmupMs: 5, measuredMs: 60 },
  workload: {
    arrivals: { kind: 'open', ratePerSec: rho * 1e5, callers: 200, process: 'poisson' },
    command: { requestBytes: 1, replyBytes: 1, execUs: { kind: 'exponential', mean: 10 } },
  },
  client: {
    cores: 1,
    io: { kind: 'blocking' },
    connections: { kind: 'pooled', maxTotal: 200, handoff: 'fifo' },
  },
  network: { rttUs: 0 },
  costs: { profile: 'ideal' },
});

/** Mean time at the server up to the end of the service; the reply then waits for the end of the server's turn. */
function meanUs(scenario: Json): number {
  const whole = complete(engine, scenario as object);
  engine.open(whole, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const values = valuesOfRun(whole, engine.summary());
  const phases = ['serverQueue', 'serverRead', 'serverBatch', 'execute'];
  return phases.reduce((sum, phase) => sum + (values[`phases.${phase}.meanUs`] ?? Number.NaN), 0);
}

describe('intervals', () => {
  it('of five replications cover the true mean in 95 of 100 cases', () => {
    const cases = 2000;
    const drawn = randomNormal.source(randomLcg(0.5))(20, 3);
    const covered = Array.from({ length: cases }, () => {
      const { mean, half } = estimateOf(Array.from({ length: 5 }, drawn)) ?? { mean: 0, half: 0 };
      return Math.abs(mean - 20) <= (half ?? 0);
    }).filter(Boolean).length;
    // Three standard deviations of such a count to either side.
    expect(Math.abs(covered / cases - 0.95)).toBeLessThan(0.015);
  });

  it.runIf(deep)(
    'of five replications cover the true mean of M/M/1 in 92 to 98 of 100 cases',
    () => {
      const cases = 200;
      const [rho, service] = [0.5, 10];
      const truth = service / (1 - rho);
      let covered = 0;
      for (let repetition = 0; repetition < cases; repetition++) {
        const values = Array.from({ length: 5 }, (_, k) => meanUs(mm1(rho, 1 + repetition * 5 + k)));
        const { mean, half } = estimateOf(values) ?? { mean: 0, half: 0 };
        if (Math.abs(mean - truth) <= (half ?? 0)) covered++;
      }
      expect(covered / cases).toBeGreaterThanOrEqual(0.92);
      expect(covered / cases).toBeLessThanOrEqual(0.98);
      // A thousand runs: the limit is there to end what hangs, not to measure a busy machine.
    },
    600_000,
  );

  it('of paired differences are narrower than those of independent ones', () => {
    const seeds = Array.from({ length: 10 }, (_, k) => 1 + k);
    const [slow, fast] = [0.5, 0.45].map((rho) => seeds.map((seed) => meanUs(mm1(rho, seed))));
    const paired = pairedDifference(slow ?? [], fast ?? []);
    const [a, b] = [estimateOf(slow ?? []), estimateOf(fast ?? [])];
    const independent = Math.hypot(a?.half ?? 0, b?.half ?? 0);
    expect(paired?.mean).toBeCloseTo((b?.mean ?? 0) - (a?.mean ?? 0), 9);
    expect(paired?.half).toBeLessThan(0.75 * independent);
  });

  it('have no width where values differ by rounding only', () => {
    expect(estimateOf([0.1 + 0.2, 0.3, 0.3])?.half).toBe(0);
    expect(estimateOf([0.3, 0.3003])?.half).toBeGreaterThan(0);
  });

  it('need two values', () => {
    expect(estimateOf([])).toBeUndefined();
    expect(estimateOf([3])).toEqual({ mean: 3, half: undefined, count: 1 });
    expect(estimateOf([1, 3])?.half).toBeCloseTo(12.7062, 3);
    // Of five values with standard deviation √2.5: 2.7764 · √2.5 / √5.
    expect(estimateOf([1, 2, 3, 4, 5])?.half).toBeCloseTo(1.9632, 3);
  });
});

describe('the best place', () => {
  it('includes neighbours that may be as good', () => {
    const places = [
      [10, 11, 12],
      [19, 21, 20],
      [20, 20, 21],
      [19, 20, 21],
      [15, 16, 14],
    ];
    expect(optimumOf(places, 'more')).toEqual({ best: 2, from: 1, to: 3 });
    expect(optimumOf(places, 'less')).toEqual({ best: 0, from: 0, to: 0 });
  });

  it('is unique when every replication agrees', () => {
    expect(
      optimumOf(
        [
          [1, 1],
          [3, 3],
          [2, 2],
        ],
        'more',
      ),
    ).toEqual({ best: 1, from: 1, to: 1 });
  });

  it('is unknown for a single point', () => {
    expect(optimumOf([[], [4, 4]], 'more')).toBeUndefined();
  });
});
