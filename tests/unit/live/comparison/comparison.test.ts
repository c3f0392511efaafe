import { describe, expect, it } from 'vitest';
import { buildFor, LIBRARY_NAMES } from '../../../../src/bridge/workload/library.ts';
import { planOf } from '../../../../src/bridge/workload/plan.ts';
import en from '../../../../src/i18n/en/real.json' with { type: 'json' };
import zh from '../../../../src/i18n/zh-CN/real.json' with { type: 'json' };
import { agreementOf, type Rates, ratesOf } from '../../../../src/live/comparison/agreement.ts';
import { scenarioThere } from '../../../../src/live/comparison/compare.ts';
import { COMPARISON_IDS, COMPARISONS, commandsOf } from '../../../../src/live/comparison/comparisons.ts';
import { readComparison } from '../../../../src/live/comparison/result.ts';
import { SAMPLE_RESULTS } from '../../../../src/live/comparison/samples.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();

describe.each(COMPARISONS)('the comparison $id', ({ id, configurations, reference, orders }) => {
  it('has a name in both languages for everything that it shows', () => {
    for (const { comparison } of [en, zh]) {
      expect(Object.keys(comparison.names)).toContain(id);
      expect(Object.keys(comparison.questions)).toContain(id);
      for (const configuration of configurations)
        expect(Object.keys(comparison.configurations)).toContain(configuration.id);
    }
    expect(COMPARISON_IDS).toContain(id);
  });

  const sample = SAMPLE_RESULTS.get(id);
  it('has a whole result of this project for readers without a bridge', () => {
    const result = readComparison(JSON.stringify(sample));
    expect(result?.rows.map((row) => row.id)).toEqual(configurations.map((each) => each.id));
    for (const row of result?.rows ?? []) expect(row.measuredPerSec, row.id).toBeGreaterThan(0);
  });

  it('refers to its own configurations, each once', () => {
    const ids = configurations.map((configuration) => configuration.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(reference);
    for (const { faster, slower } of orders) {
      expect(ids).toContain(faster);
      expect(ids).toContain(slower);
    }
  });

  it.each(configurations)(
    '$id is a scenario of the model that its library can run, at the latest after changes',
    async (configuration) => {
      const { scenario, issues } = await engine.normalize(JSON.stringify(scenarioThere(configuration)));
      expect(issues).toEqual([]);
      if (!scenario) throw new Error('not a scenario');
      const { driver, version } = configuration;
      expect(buildFor(driver, version)).toBeDefined();
      const plan = planOf(scenario, { driver, libraries: LIBRARY_NAMES, ownServer: true });
      expect(plan.kind === 'possible' ? plan.workload.driver : plan.nearest.driver).toBe(driver);
    },
  );
});

it('has a sample, which the page shows without a bridge', () => {
  expect(new Set(SAMPLE_RESULTS.keys())).toEqual(new Set(COMPARISONS.map(({ id }) => id)));
});

it('counts the commands of a request', () => {
  expect(commandsOf({})).toBe(1);
  expect(commandsOf({ workload: { batch: { kind: 'none' } } })).toBe(1);
  expect(commandsOf({ workload: { batch: { kind: 'pipeline', size: 100 } } })).toBe(100);
});

describe('agreement', () => {
  const [comparison] = COMPARISONS;
  if (!comparison) throw new Error('there is a comparison');
  const rates = (of: Record<string, Rates>) => new Map(Object.entries(of));

  it('counts the confirmed orders of those that were measured, and lists the refuted ones', () => {
    const { orders, refuted } = agreementOf(
      comparison,
      rates({ jedis50: { measured: 100 }, jedis8: { measured: 80 }, jedis200: { measured: 120 } }),
    );
    expect(orders.measured).toEqual({ held: 1, of: 2 });
    expect(refuted).toEqual([{ faster: 'jedis50', slower: 'jedis200' }]);
    expect(orders.modelHere).toEqual({ held: 0, of: 0 });
  });

  it('compares ratios, so a machine twice as fast is no deviation', () => {
    const { modelError } = agreementOf(
      comparison,
      rates({ jedis50: { measured: 100, modelHere: 200 }, jedis8: { measured: 50, modelHere: 110 } }),
    );
    expect(modelError).toBeCloseTo(0.1, 5);
  });

  it('has no deviation without a measured reference', () => {
    expect(
      agreementOf(comparison, rates({ jedis8: { measured: 50, modelHere: 110 } })).modelError,
    ).toBeUndefined();
  });

  it('takes the figure of the article and the rates of a row, where they are known', () => {
    const [first] = comparison.configurations;
    if (!first) throw new Error('there is a configuration');
    expect(ratesOf({ ...first, articlePerSec: 7 }, undefined)).toEqual({ article: 7 });
  });
});

it('refuses a file that is no result', () => {
  expect(readComparison('{')).toBeUndefined();
  expect(readComparison('{"format":"roundtrip-calibration"}')).toBeUndefined();
});
