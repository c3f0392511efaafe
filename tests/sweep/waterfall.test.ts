import { randomLcg, randomNormal } from 'd3-random';
import { describe, expect, it } from 'vitest';
import { movesOf } from '../../src/model/explain/levers.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Edits } from '../../src/model/scenario/patch.ts';
import { type Figures, figuresOf, QUANTITIES, type Replications } from '../../src/model/sweep/effects.ts';
import { valuesOfRun } from '../../src/model/sweep/metrics.ts';
import { replicationOf } from '../../src/model/sweep/plan.ts';
import { stepOrder, waterfallOf } from '../../src/model/sweep/waterfall.ts';
import { deep } from '../support/tier.ts';
import { changed, scenarioOf, summaryOf } from '../unit/explain/runs.ts';

const runs = (...values: readonly (number | undefined)[]): Replications =>
  values.map((value) =>
    value === undefined ? undefined : { throughput: value, response: value, answers: 9 },
  );
const of = (id: string, ...values: readonly (number | undefined)[]) => ({ id, runs: runs(...values) });

describe('the order of the steps', () => {
  it('starts with the change that alone reduces the mean response time most', () => {
    const base = runs(100, 110);
    expect(stepOrder(base, [of('harm', 120, 130), of('some', 90, 99), of('most', 50, 60)])).toEqual([
      'most',
      'some',
      'harm',
    ]);
  });

  it('stays as given for equal effects or missing runs', () => {
    expect(stepOrder(runs(100), [of('a', 100), of('b', undefined), of('c', 90)])).toEqual(['c', 'a', 'b']);
  });
});

describe('a waterfall', () => {
  const base = runs(10, 12, 14);
  const steps = [of('a', 20, 23, 26), of('b', 25, 29, 33), of('c', 24, 28, 35)];
  const singles = [of('a', 20, 23, 26), of('b', 12, 14, 16), of('c', 10, 12, 14), of('d', 99, 99, 99)];
  const found = waterfallOf(base, steps, singles, 'throughput');

  it('leads from the base run to the run with all changes, each step from the end of the previous one', () => {
    expect(found).toMatchObject({ start: 12, end: 29, count: 3 });
    expect(found?.steps.map(({ id, from, to }) => [id, from, to])).toEqual([
      ['a', 12, 23],
      ['b', 23, 29],
      ['c', 29, 29],
    ]);
  });

  it('has steps that add up exactly to the total difference', () => {
    const sum = found?.steps.reduce((total, { from, to }) => total + (to - from), 0);
    expect(sum).toBe((found?.end ?? 0) - (found?.start ?? 0));
    expect(sum).toBe(found?.joint.mean);
  });

  it('has the interval of the differences per seed', () => {
    // Of b after a: 5, 6, 7: standard deviation 1; 4.3027 · 1 / √3.
    expect(found?.steps[1]?.half).toBeCloseTo(2.4842, 3);
    // Of c after b: -1, -1, 2.
    expect(found?.steps[2]?.half).toBeCloseTo((4.3027 * Math.sqrt(3)) / Math.sqrt(3), 3);
  });

  it('compares the joint effect with the sum of the single effects', () => {
    // Alone 12, 13, 14 (d is no step); together 14, 16, 21.
    expect(found?.alone.mean).toBe(13);
    expect(found?.joint.mean).toBe(17);
    expect(found?.interaction.mean).toBe(4);
    // 2, 3, 7: standard deviation 2.6458.
    expect(found?.interaction.half).toBeCloseTo((4.3027 * 2.6458) / Math.sqrt(3), 2);
  });

  it('uses the seeds that every step has, so that the steps connect', () => {
    const partial = waterfallOf(
      base,
      [of('a', 20, 23, undefined), of('b', 25, undefined, 33)],
      [of('a', 20, 23, 26), of('b', 12, 14, 16)],
      'throughput',
    );
    expect(partial).toMatchObject({ start: 10, end: 25, count: 1 });
    expect(partial?.steps.map(({ half }) => half)).toEqual([undefined, undefined]);
  });

  it('includes the rounding of percentiles in its intervals', () => {
    const p99 = (id: string, value: number) => ({
      id,
      runs: [value, value].map((one) => ({ p99: one, answers: 1000 })),
    });
    const steps = [p99('a', 640), p99('b', 640)];
    const found = waterfallOf(p99('', 1280).runs, steps, [p99('a', 640), p99('b', 1280)], 'p99');
    // A share of 1/128 of every figure in a difference.
    expect(found?.steps.map(({ half }) => half)).toEqual([15, 10]);
    expect([found?.joint.half, found?.alone.half, found?.interaction.half]).toEqual([15, 35, 50]);
  });

  it('has intervals that cover the true difference in 95 of 100 cases', () => {
    const [cases, seeds] = [2000, 5];
    const noise = randomNormal.source(randomLcg(0.5))(0, 1);
    const drawn = (mean: number) => Array.from({ length: seeds }, () => mean + noise());
    let covered = 0;
    for (let index = 0; index < cases; index++) {
      const steps = [of('a', ...drawn(20)), of('b', ...drawn(17))];
      const { from, to, half } = waterfallOf(runs(...drawn(10)), steps, steps, 'response')?.steps[1] ?? {};
      if (Math.abs((to ?? 0) - (from ?? 0) + 3) <= (half ?? 0)) covered++;
    }
    // Three standard deviations of such a count to either side.
    expect(Math.abs(covered / cases - 0.95)).toBeLessThan(0.015);
  });

  it('is empty without steps, or without a common seed', () => {
    expect(waterfallOf(base, [], singles, 'throughput')).toBeUndefined();
    expect(
      waterfallOf(runs(1, undefined), [of('a', undefined, 2)], [of('a', 1, 2)], 'throughput'),
    ).toBeUndefined();
    expect(waterfallOf(base, steps, singles, 'p99')).toBeUndefined();
  });
});

describe('of real runs', () => {
  const SMALL: Edits = {
    'workload.arrivals.callers': 20,
    'client.cores': 2,
    'run.warmupMs': 2,
    'run.measuredMs': 6,
  };
  const scenario = scenarioOf('jedis-pool-8', SMALL);
  const figures = (of: Scenario): Figures => figuresOf(valuesOfRun(of, summaryOf(of)));
  const replicate = (of: Scenario, count: number, from = 0): Replications =>
    Array.from({ length: count }, (_, k) => figures(replicationOf(of, from + k)));
  const with_ = (of: Scenario, id: string): Scenario => {
    const move = movesOf(of).find((candidate) => candidate.id === id);
    const other = move && changed(of, move.edits);
    if (!other) throw new Error(`${id} is refused`);
    return other;
  };

  it('the steps lead to the run with all changes, for every metric', () => {
    const ids = ['poolAsCallers', 'rttZero', 'wakeUpsFree'];
    const base = replicate(scenario, 3);
    const singles = ids.map((id) => ({ id, runs: replicate(with_(scenario, id), 3) }));
    let last = scenario;
    const steps = ids.map((id) => {
      last = with_(last, id);
      return { id, runs: replicate(last, 3) };
    });
    for (const quantity of QUANTITIES) {
      const found = waterfallOf(base, steps, singles, quantity);
      const sum = found?.steps.reduce((total, { from, to }) => total + (to - from), found.start);
      expect(sum).toBeCloseTo(found?.end ?? 0, 9);
      expect((found?.interaction.mean ?? 0) + (found?.alone.mean ?? 0)).toBeCloseTo(
        found?.joint.mean ?? 0,
        9,
      );
    }
  });

  it.runIf(deep)('the interval of a step covers the true difference in about 95 of 100 cases', () => {
    // Truth: the mean over all seeds. The step is the second one, on top of a larger pool.
    const [SEEDS, CASES] = [5, 40];
    const first = with_(scenario, 'poolAsCallers');
    const second = with_(first, 'wakeUpsFree');
    const all = [first, second].map((of) => replicate(of, SEEDS * CASES));
    const part = (which: 0 | 1, index: number) => all[which]?.slice(index * SEEDS, (index + 1) * SEEDS) ?? [];
    const found = Array.from({ length: CASES }, (_, index) => {
      const steps = [
        { id: 'a', runs: part(0, index) },
        { id: 'b', runs: part(1, index) },
      ];
      // The start is of the first step only: any runs serve.
      return waterfallOf(part(0, index), steps, steps, 'response')?.steps[1];
    });
    const gains = found.map((step) => (step ? step.to - step.from : Number.NaN));
    const truth = gains.reduce((sum, gain) => sum + gain, 0) / CASES;
    const covered = gains.filter((gain, index) => Math.abs(gain - truth) <= (found[index]?.half ?? 0)).length;
    // 40 cases at 95 %: fewer than 33 would happen once in a thousand times.
    expect(covered).toBeGreaterThanOrEqual(33);
  });
});
