import { describe, expect, it } from 'vitest';
import {
  certaintyOf,
  effectOf,
  type Figures,
  figuresOf,
  gainOf,
  isWithoutChance,
  minCompletions,
} from '../../src/model/sweep/effects.ts';
import { valuesOfRun } from '../../src/model/sweep/metrics.ts';
import { scenarioOf, summaryOf } from '../unit/explain/runs.ts';

const run = (throughput: number, response?: number): Figures => ({
  throughput,
  ...(response === undefined ? {} : { response }),
  answers: 1000,
});

describe('the metrics of a run', () => {
  it('are those of the summary', () => {
    const scenario = scenarioOf('lettuce-shared');
    const summary = summaryOf(scenario);
    expect(figuresOf(valuesOfRun(scenario, summary))).toEqual({
      throughput: summary.throughput.perSec,
      response: summary.little.meanResponseUs,
      p99: summary.responseTime.p99Us,
      kernel: summary.hosts.find(({ host }) => host === 'client')?.kernel,
      answers: summary.responseTime.count,
    });
  });

  it('are absent where no request was completed', () => {
    const scenario = scenarioOf('lettuce-shared', { 'network.rttUs': 1e6 });
    const { answers, p99 } = figuresOf(valuesOfRun(scenario, summaryOf(scenario)));
    expect([answers, p99]).toEqual([0, undefined]);
  });
});

describe('the effect of a change', () => {
  it('is the mean of the differences per seed, with Student’s interval', () => {
    // Differences 1, 2, 3: mean 2, standard deviation 1; 4.3027 · 1 / √3.
    const effect = effectOf([run(10), run(20), run(30)], [run(11), run(22), run(33)], 'throughput');
    expect(effect).toMatchObject({ from: 20, to: 22, count: 3 });
    expect(effect?.half).toBeCloseTo(2.4842, 3);
  });

  it('uses the seeds that both have', () => {
    const effect = effectOf([run(10), run(20), undefined], [run(11), undefined, run(1000)], 'throughput');
    expect(effect).toEqual({ from: 10, to: 11, half: undefined, count: 1 });
    expect(effectOf([run(1)], [undefined], 'throughput')).toBeUndefined();
    expect(effectOf([run(1)], [run(2)], 'response')).toBeUndefined();
  });

  it('includes the rounding of a percentile in its interval', () => {
    const p99 = (...values: number[]) => values.map((value) => ({ p99: value, answers: 1000 }));
    // Both in the same bucket, whatever they were.
    expect(effectOf(p99(1280, 1280), p99(1280, 1280), 'p99')).toEqual({
      from: 1280,
      to: 1280,
      half: 20,
      count: 2,
    });
    expect(effectOf(p99(1280), p99(1290), 'p99')?.half).toBeUndefined();
  });

  it('is a gain for more throughput or less time', () => {
    const effect = { from: 10, to: 20, half: 1, count: 5 };
    expect(gainOf(effect, 'throughput')).toBe(2);
    expect(gainOf(effect, 'response')).toBe(0.5);
    expect(gainOf({ ...effect, to: 0 }, 'p99')).toBeGreaterThan(1e300);
  });
});

describe('without randomness', () => {
  const runs = (preset: string, seeds: readonly number[]) =>
    seeds.map((seed) => {
      const scenario = scenarioOf(preset, { seed, 'run.measuredMs': 20 });
      return figuresOf(valuesOfRun(scenario, summaryOf(scenario)));
    });

  it('means that every seed gives the same run', () => {
    const still = runs('s0-jedis-50', [1, 2, 3]);
    expect(isWithoutChance([still, runs('redis6-io-threads-4', [1, 2])])).toBe(true);
    expect(isWithoutChance([still, runs('jedis-pool-8', [1, 2, 3])])).toBe(false);
  });

  it('is unknown after a single run', () => {
    expect(
      isWithoutChance([
        [run(10), run(10)],
        [run(20), undefined],
      ]),
    ).toBe(false);
    expect(
      isWithoutChance([
        [run(10), run(10)],
        [run(20), undefined, run(20)],
      ]),
    ).toBe(true);
  });
});

it('a percentile uses the run with the fewest completed requests', () => {
  expect(minCompletions([[{ answers: 5000 }, undefined], [{ answers: 900 }]])).toBe(900);
  expect(minCompletions([[undefined], []])).toBeUndefined();
});

describe('an effect on p99 from lower bounds', () => {
  const known: Figures = { p99: 10, answers: 1000 };
  const bound: Figures = { p99: 500, answers: 1000, isAtLeast: true };

  it('is at least as large as the difference if only the time before is a bound', () => {
    expect(certaintyOf([bound], [known], 'p99')).toBe('atLeast');
    expect(certaintyOf([known], [known], 'p99')).toBe('exact');
  });

  it('is unknown if the time after is a bound, and exact for other metrics', () => {
    expect(certaintyOf([bound], [bound], 'p99')).toBe('unknown');
    expect(certaintyOf([known], [bound], 'p99')).toBe('unknown');
    expect(certaintyOf([bound], [bound], 'throughput')).toBe('exact');
  });
});
