/** Tests values that a summary derives from its scenario: commands in a request, the unit of rates, and no mean response time where arrivals exceed completions. */
import { describe, expect, it } from 'vitest';
import { contrast } from '../../../../src/model/explain/contrast.ts';
import { pairedChange } from '../../../../src/model/explain/paired.ts';
import { thinkUs } from '../../../../src/model/explain/request.ts';
import { comparedBy, isGrowing, runResult, sizeBy } from '../../../../src/model/explain/run-result.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { valuesOfRun } from '../../../../src/model/sweep/metrics.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const run = (scenario: Scenario) => runResult({ scenario }, summaryOf(scenario));
const runOf = (preset: string, edits: Edits = {}) => run(scenarioOf(preset, edits));

describe('requests of different sizes', () => {
  const one = runOf('set-one-by-one');
  const hundred = runOf('set-pipeline-100');

  it.each([
    ['none', 1],
    ['pipeline', 7],
    // MULTI and EXEC are not counted.
    ['transaction', 7],
    ['transactionInPipeline', 7],
    ['multiKey', 7],
  ])('are counted in their units: %s', (kind, size) => {
    const batch = kind === 'none' ? { kind } : { kind, size: 7 };
    const summary = runOf('set-pipeline-100', { 'workload.batch': batch, 'run.measuredMs': 5 });
    expect(summary.commandsPerRequest).toBe(size);
    expect(summary.isKeys).toBe(kind === 'multiKey');
  });

  it('are compared in their units: batches of one size as requests, single commands as commands', () => {
    const by = (...summaries: (typeof one)[]) => comparedBy(summaries.map((summary) => ({ summary })));
    const keys = { ...hundred, isKeys: true };
    expect(by(one, one)).toBe('throughput');
    expect(by(hundred, hundred)).toBe('requests');
    expect(by(hundred)).toBe('requests');
    expect(by(one, hundred)).toBe('commands');
    expect(by(hundred, one)).toBe('commands');
    expect(by(one, keys)).toBe('keys');
    expect(comparedBy([{ summary: undefined }, { summary: undefined }])).toBe('throughput');
    expect(
      ['throughput', 'requests', 'commands', 'keys'].map((one) => sizeBy(one as 'keys', hundred)),
    ).toEqual([1, 1, 100, 100]);
  });

  it('have a paired difference of commands with its own interval', () => {
    const { throughput, commands } = pairedChange(one, hundred, true);
    expect(throughput.to / throughput.from).toBeLessThan(0.25);
    expect(commands.from).toBe(one.throughput.perSec);
    expect(commands.to).toBe(100 * hundred.throughput.perSec);
    expect(commands.to / commands.from).toBeGreaterThan(15);
    expect(commands.half).toBeGreaterThan(throughput.half ?? Number.NaN);
    expect(commands.half).toBeLessThan(commands.to - commands.from);
  });
});

describe('failed requests', () => {
  // Most of 200 callers lose their patience after 1 ms, with nobody in progress for much longer.
  const edits: Edits = { 'client.connections.maxWaitMs': 1 };
  const summary = runOf('jedis-pool-8', edits);

  it('count as departures: the mean response time includes both', () => {
    const { failed, completed, oldestInProgressUs } = summary.requests;
    expect(failed).toBeGreaterThan(10 * completed);
    const longest = Math.max(summary.responseTime.maxUs ?? 0, oldestInProgressUs ?? 0);
    expect(summary.little.meanResponseUs).toBeLessThan(longest);
    expect(summary.little.meanResponseUs).toBeGreaterThan(900);
  });

  it('prevent an interval of the difference: their times are unknown', () => {
    const other = runOf('jedis-pool-8', { ...edits, 'network.rttUs': 900 });
    const { throughput, response } = pairedChange(summary, other, true);
    expect(throughput.half).toBeGreaterThan(0);
    expect(response).toMatchObject({ from: summary.little.meanResponseUs, half: undefined });
  });

  it('are followed by think time, too', () => {
    const scenario = scenarioOf('jedis-pool-8', {
      ...edits,
      'workload.arrivals.thinkUs': { kind: 'constant', value: 300 },
    });
    const { requests, little, windowUs } = summaryOf(scenario);
    // Little's law for those who have no request in progress.
    const pause = ((200 - little.meanInProgress) * windowUs) / (requests.completed + requests.failed);
    expect(thinkUs(scenario)).toBe(300);
    expect(pause).toBeGreaterThanOrEqual(300);
    expect(pause).toBeLessThan(320);
  });
});

describe('an open load', () => {
  const open = (ratePerSec: number, edits: Edits = {}) =>
    scenarioOf('jedis-pool-8', {
      'workload.arrivals': { kind: 'open', ratePerSec, callers: 200 },
      'run.measuredMs': 300,
      ...edits,
    });
  const overload = run(open(50_000));

  it('above capacity has no mean response time, in any metric or comparison', () => {
    expect(overload.isGrowing).toBe(true);
    // What the quotient would say is longer than the run.
    const plain = summaryOf(open(50_000));
    expect(plain.little.meanResponseUs).toBeGreaterThan(plain.windowStartUs + plain.windowUs);
    expect(overload.little).toEqual({ ...plain.little, meanResponseUs: null });
    const calm = runOf('jedis-pool-8', { 'run.measuredMs': 300 });
    const { response, throughput } = pairedChange(calm, overload, false);
    expect(response).toBeUndefined();
    expect(throughput.half).toBeDefined();
    const values = valuesOfRun(open(50_000), plain);
    expect(values).not.toHaveProperty('little.meanResponseUs');
    expect(values['little.meanInProgress']).toBe(plain.little.meanInProgress);
    // Phases are of those who were answered: they explain nothing of the others.
    const said = contrast(
      { scenario: scenarioOf('jedis-pool-8'), summary: calm },
      { scenario: open(50_000), summary: overload },
    );
    expect(said.map(({ id }) => id)).not.toContain('phases');
  });

  it('below capacity has one, also where a few more requests arrive than complete', () => {
    for (const [rate, seed] of [3000, 6000, 7000].flatMap((of) => [1, 2, 3].map((own) => [of, own]))) {
      const scenario = open(rate ?? 0, { seed: seed ?? 0 });
      const summary = run(scenario);
      expect(summary.isGrowing, `${rate}, seed ${seed}`).toBeUndefined();
      expect(summary.little.meanResponseUs).toBeGreaterThan(1000);
    }
  });

  it('grows also while callers take the excess, before any request waits for a caller', () => {
    const scenario = open(50_000, { 'workload.arrivals.callers': 20_000, 'run.measuredMs': 100 });
    expect(isGrowing(scenario, summaryOf(scenario))).toBe(true);
  });

  it('with rejections has a mean response time: as many requests are admitted as complete', () => {
    const scenario = open(50_000, { 'workload.arrivals.maxBacklog': 100 });
    const summary = run(scenario);
    expect(summary.requests.shed).toBeGreaterThan(1000);
    expect(summary.isGrowing).toBeUndefined();
    expect(summary.little.meanResponseUs).toBeLessThan(summary.windowUs / 5);
  });

  it('has one with a queue limit above the number of callers, once the queue is full', () => {
    const bounded = (measuredMs: number) =>
      run(
        open(50_000, {
          'workload.arrivals.maxBacklog': 1000,
          'run.warmupMs': 100,
          'run.measuredMs': measuredMs,
        }),
      );
    const [short, long] = [bounded(100), bounded(400)];
    for (const summary of [short, long]) {
      expect(summary.requests.shed).toBeGreaterThan(1000);
      expect(summary.isGrowing).toBeUndefined();
    }
    // A queue that grew would have four times as many in it.
    expect(long.little.meanInProgress).toBeCloseTo(1200, -1);
    expect((long.little.meanResponseUs ?? 0) / (short.little.meanResponseUs ?? 0)).toBeCloseTo(1, 1);
  });

  it('is the only kind that can grow: closed callers wait for their replies', () => {
    const summary = runOf('jedis-pool-8', { 'run.warmupMs': 0, 'run.measuredMs': 3 });
    expect(summary.requests.inProgressAtEnd).toBeGreaterThan(summary.requests.completed);
    expect(summary.isGrowing).toBeUndefined();
    expect(summary.little.meanResponseUs).not.toBeNull();
  });
});
