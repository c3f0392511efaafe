import { describe, expect, it } from 'vitest';
import { halfWidth, isCertain, pairedChange } from '../../../../src/model/explain/paired.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { changed, scenarioOf, summaryOf } from '../../explain/runs.ts';

const with_ = (scenario: Scenario, edits: Edits): Scenario => {
  const other = changed(scenario, edits);
  if (!other) throw new Error('refused');
  return other;
};

describe('the interval of a mean', () => {
  it('is Student’s', () => {
    // Ten values with mean 5.5 and standard deviation 3.0277: 2.2622 · 3.0277 / √10.
    expect(halfWidth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBeCloseTo(2.1659, 2);
  });

  it('is absent for few values', () => {
    expect(halfWidth([1, 2, 3])).toBeUndefined();
  });
});

describe('a paired change', () => {
  const scenario = scenarioOf('lettuce-shared');
  const base = summaryOf(scenario);

  it('is exactly zero for the same run', () => {
    const { throughput, response } = pairedChange(base, summaryOf(scenario), true);
    expect(throughput).toMatchObject({ from: throughput.to, half: 0 });
    expect(response).toMatchObject({ from: response?.to, half: 0 });
    expect(isCertain(throughput)).toBe(false);
  });

  it('is certain for an effective change, and not for an ineffective one', () => {
    const loops = summaryOf(with_(scenario, { 'client.connections.count': 8 }));
    const cores = summaryOf(with_(scenario, { 'client.cores': 16 }));
    expect(isCertain(pairedChange(base, loops, true).throughput)).toBe(true);
    expect(isCertain(pairedChange(base, cores, true).throughput)).toBe(false);
  });

  it('has no interval when the runs cover different times', () => {
    const longer = summaryOf(with_(scenario, { 'run.measuredMs': 120 }));
    const { throughput, response } = pairedChange(base, longer, true);
    expect([throughput.half, response?.half]).toEqual([undefined, undefined]);
    expect(isCertain(throughput)).toBeUndefined();
  });

  it('states why it has no interval', () => {
    const of = (preset: string, edits: Edits) => summaryOf(scenarioOf(preset, edits));
    const pair = (edits: Edits, isFull = true) =>
      pairedChange(of('jedis-pool-8', edits), of('lettuce-shared', edits), isFull);
    expect(pair({}).unpaired).toBeUndefined();
    expect(pairedChange(base, of('lettuce-shared', { 'run.measuredMs': 120 }), true).unpaired).toBe(
      'lengths',
    );
    expect(pair({ 'workload.arrivals.callers': 2 }).unpaired).toBe('few');
    const impatient = of('jedis-pool-8', { 'client.connections.maxWaitMs': 1 });
    expect(pairedChange(impatient, of('jedis-pool-8', {}), true).unpaired).toBe('failed');
    // All callers pause at the same time: nothing is answered meanwhile, though there are many answers.
    const pausing = pair(
      {
        'workload.arrivals.thinkUs': { kind: 'constant', value: 100_000 },
        'run.warmupMs': 50,
        'run.measuredMs': 500,
      },
      false,
    );
    expect(pausing.unpaired).toBe('gaps');
    expect(pausing.throughput.half).toBeGreaterThan(0);
    expect(pausing.response?.half).toBeUndefined();
  });

  it('covers the true change in about 95 of 100 cases', () => {
    // Truth: the mean over many seeds. A small system, so that a hundred pairs are quick.
    const edits = { 'workload.arrivals.callers': 20, 'run.measuredMs': 60, 'client.cores': 2 };
    const pairs = Array.from({ length: 60 }, (_, seed) => {
      const one = scenarioOf('jedis-pool-8', { ...edits, seed: seed + 1 });
      const other = with_(one, { 'network.rttUs': 500 });
      return pairedChange(summaryOf(one), summaryOf(other), true).throughput;
    });
    const gains = pairs.map(({ from, to }) => to - from);
    const truth = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    const covered = gains.filter((gain, i) => Math.abs(gain - truth) <= (pairs[i]?.half ?? 0)).length;
    // 60 trials at 95 %: fewer than 51 would happen once in a thousand times.
    expect(covered).toBeGreaterThanOrEqual(51);
  });
});
