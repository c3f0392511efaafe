import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { evaluateFit, type FitResult, fitProfile, type Residual } from '../../src/evidence/fit/fit.ts';
import { type FitInput, fitInputs, rowsOf } from '../../src/evidence/fit/input.ts';
import { withFittedCosts } from '../../src/evidence/fit/profile-text.ts';
import { predict } from '../../src/evidence/predict/predict.ts';
import { loadEngine } from '../engine/runs.ts';
import { deep } from '../support/tier.ts';

const engine = await loadEngine();
const stored = (profile: string) =>
  JSON.parse(readFileSync(at(`src/evidence/fit/results/${profile}.json`), 'utf8')) as FitResult;
const profileText = (profile: string) =>
  readFileSync(at(`wasm/src/scenario/profiles/${profile}.json`), 'utf8');

/** All targets in the deep tier, every third in `npm test`. */
const some = <T>(targets: readonly T[]): T[] => targets.filter((_, index) => deep || index % 3 === 0);
const keyOf = ({ row, quantity }: Residual): string => `${row} ${quantity}`;

describe.each([...fitInputs])('the fit of %s', (profile, input) => {
  it('is the fit of the profile', () => {
    const text = profileText(profile);
    expect(withFittedCosts(text, stored(profile))).toBe(text);
  });

  it('refers to its input', () => {
    const { costs } = stored(profile);
    expect(costs.map(({ value, uncertainty, ...free }) => free)).toEqual(input.free);
    for (const { value, min, max } of costs) expect(value >= min && value <= max).toBe(true);
  });

  /** After a change of the model: `npm run fit -- PROFILE`, or with `--residuals` when the costs should stay. */
  it('reproduces the stored residuals within 0.03', () => {
    const now = evaluateFit(engine, { ...input, fit: some(input.fit), judge: some(input.judge) });
    const { fit, judge } = stored(profile);
    const errors = new Map([...fit, ...judge].map((residual) => [keyOf(residual), residual.error]));
    expect(errors.size).toBe(fit.length + judge.length);
    const both = [...now.fit, ...now.judge];
    expect(both.length).toBeGreaterThan(0);
    if (deep) expect(both).toHaveLength(errors.size);
    const moved = both.map((residual) => ({
      key: keyOf(residual),
      moved: Math.abs((errors.get(keyOf(residual)) ?? Number.NaN) - residual.error),
    }));
    expect(moved.filter(({ moved }) => !(moved < 0.03))).toEqual([]);
  });

  it('keeps rows apart that were not used', () => {
    const names = (targets: FitInput['fit']) => targets.map((target) => JSON.stringify(target));
    const fitted = new Set(names(input.fit));
    expect(input.judge.length).toBeGreaterThan(0);
    expect(names(input.judge).filter((name) => fitted.has(name))).toEqual([]);
  });
});

describe('the fit procedure', () => {
  /** One caller on one connection: the rate tells the cost of a command. */
  const scenario = {
    run: { warmupMs: 1, measuredMs: 20 },
    workload: { arrivals: { kind: 'closed', callers: 1 } },
    client: { connections: { kind: 'pooled', maxTotal: 1 } },
    network: { rttUs: 10 },
  };
  const row = { table: 'published', id: 'known', scenario, seen: {}, rangeCounts: false } as const;
  const seen = { value: 1, low: 1, high: 1 };
  const { comparisons } = predict(
    engine,
    { ...row, seen: { perSec: seen } },
    { 'costs.profile': 'linux-server', 'costs.overrides.commandNs': 5000 },
  );
  const truth = comparisons[0]?.predicted ?? 0;
  const input: FitInput = {
    profile: 'linux-server',
    free: [{ cost: 'commandNs', start: 1000, min: 100, max: 50_000, why: 'known to the test' }],
    fit: [
      { row: 'known', weights: { perSec: 1 } },
      { row: 'known twice', weights: { perSec: 1 } },
    ],
    judge: [{ of: 'known', to: 'known twice', seen: 1, weight: 1 }],
    published: Object.fromEntries(
      ['known', 'known twice'].map((name) => [
        name,
        { source: 'the engine', scenario, seen: { perSec: truth } },
      ]),
    ),
  };

  it('finds a known cost', () => {
    const { costs, fit, judge } = fitProfile(engine, input, () => {});
    expect(Math.abs((costs[0]?.value ?? 0) / 5000 - 1)).toBeLessThan(0.05);
    expect(Math.abs(fit[0]?.error ?? 1)).toBeLessThan(0.01);
    expect(judge[0]).toMatchObject({ quantity: 'ratio', predicted: 1, error: 0 });
  });

  it('stays within the bounds when the true value is outside', () => {
    const free = [{ cost: 'commandNs', start: 1000, min: 100, max: 4000, why: 'known to the test' }];
    const { costs } = fitProfile(engine, { ...input, free }, () => {});
    expect(costs[0]?.value).toBe(4000);
  });

  it('reports an unknown row', () => {
    const wrong = { ...input, fit: [{ row: 'unknown', weights: { perSec: 1 } }] };
    expect(() => rowsOf(wrong)).toThrow('unknown');
  });

  it('refuses a profile without the cost', () => {
    const result = {
      profile: 'x',
      costs: [{ ...input.free[0], value: 1, uncertainty: null }],
      fit: [],
      judge: [],
    };
    expect(() => withFittedCosts('{}', result as unknown as FitResult)).toThrow('commandNs');
  });
});
