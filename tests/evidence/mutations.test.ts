/**
 * Every claim that counts as agreement can fail: with the recorded change of one cost it does. `npm run --silent sim -- claims
 * --mutate` renews the record after a change of the model or of a claim.
 */
import { describe, expect, it } from 'vitest';
import recorded from '../../src/evidence/answers/generated/mutations.json';
import type { Check, Claim } from '../../src/evidence/check/claim.ts';
import type { Point, Results } from '../../src/evidence/check/expression.ts';
import { canFail } from '../../src/evidence/check/judge.ts';
import {
  FACTORS,
  fails,
  isCounted,
  mutated,
  mutationText,
  type RecordedMutations,
  targetsOf,
} from '../../src/evidence/check/mutation.ts';
import { planFor } from '../../src/evidence/check/plan.ts';
import { search, Trials } from '../../src/evidence/check/search.ts';
import { filed } from '../../src/evidence/check/topics.ts';
import { loadProfiles } from '../../src/model/scenario/cost-profiles.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { complete, loadEngine } from '../engine/runs.ts';
import { deep } from '../support/tier.ts';

const mutations: RecordedMutations = recorded;
const engine = await loadEngine();
const profiles = await loadProfiles();

const simulate = (scenario: Scenario): Summary => {
  engine.open(scenario, false);
  engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return engine.summary();
};

const counted = filed.filter(({ claim }) => isCounted(claim));
const targets = targetsOf(counted, canFail).filter(
  ({ claim, index }) => mutations[claim.id]?.check === index,
);

describe('the recorded cost changes', () => {
  it('exist for each counted claim, with a check that can fail', () => {
    expect(Object.keys(mutations)).toEqual(counted.map(({ claim }) => claim.id));
    expect(targets.map(({ claim }) => claim.id)).toEqual(Object.keys(mutations));
  });

  it('use known costs and factors of the search', () => {
    const costs = Object.keys(profiles[0]?.costs ?? {});
    for (const { cost, factor } of Object.values(mutations)) {
      expect(costs).toContain(cost);
      expect(FACTORS).toContain(factor);
    }
  });
});

const plan = await planFor(targets, (partial: Json) => complete(engine, partial as object));
const trials = new Trials({ plan, profiles, simulate });
/** Claims with the same change follow each other, so that they share its runs. */
const replays = targets
  .flatMap((target) => {
    const mutation = mutations[target.claim.id];
    return mutation ? [{ name: `${target.claim.id} with ${mutationText(mutation)}`, target, mutation }] : [];
  })
  .sort((one, other) => mutationText(one.mutation).localeCompare(mutationText(other.mutation)));

/** Claims whose runs take as long as those of twenty others; `claims.test.ts` has a part of each in every tier. */
const LONG = ['S0-22', 'C-1', 'S4-03', 'S0-13'];

/** All of them in the deep tier, every eighth in `npm test`: those that follow each other are alike. */
const replayed = replays.filter(
  ({ target }, index) => deep || (index % 8 === 0 && !LONG.includes(target.claim.id)),
);

it.each(replayed.map((one) => [one.name, one] as const))('%s fails', (_, { target, mutation }) => {
  expect(trials.breaks(target, mutation)).toBe(true);
});

describe('a cost change', () => {
  const scenario = complete(engine, { costs: { profile: 'linux-server' } });
  const overridden = (one: Scenario | undefined) => one?.costs.overrides;

  it('multiplies the value of the profile', () => {
    const own =
      profiles.find(({ name }) => name === 'linux-server')?.costs.socketWriteNs?.value ?? Number.NaN;
    expect(overridden(mutated(scenario, { cost: 'socketWriteNs', factor: 2 }, profiles))).toEqual({
      socketWriteNs: 2 * own,
    });
  });

  it('takes the maximum over all profiles where the profile’s value is 0', () => {
    const ideal = complete(engine, { costs: { profile: 'ideal' } });
    const largest = Math.max(...profiles.map(({ costs }) => costs.socketWriteNs?.value ?? 0));
    expect(overridden(mutated(ideal, { cost: 'socketWriteNs', factor: 10 }, profiles))).toEqual({
      socketWriteNs: 10 * largest,
    });
    expect(mutated(ideal, { cost: 'socketWriteNs', factor: 0 }, profiles)).toBeUndefined();
  });

  it('multiplies the value that the run sets, and keeps a cost that the run sets to 0', () => {
    const dear = complete(engine, { costs: { overrides: { socketWriteNs: 5000 } } });
    expect(overridden(mutated(dear, { cost: 'socketWriteNs', factor: 2 }, profiles))).toEqual({
      socketWriteNs: 10_000,
    });
    const free = complete(engine, { costs: { overrides: { socketWriteNs: 0 } } });
    expect(mutated(free, { cost: 'socketWriteNs', factor: 10 }, profiles)).toBeUndefined();
  });
});

describe('a check', () => {
  const point = (perSec: number): Point => ({
    key: '',
    summary: { throughput: { perSec, halfWidth95: null } } as unknown as Summary,
  });
  const claim = { id: 'X-1', status: 'passing' } as unknown as Claim;
  const of =
    (perSec: number): Results =>
    () => [point(perSec)];
  const check: Check = { value: 'qps(run)', between: [100, null] };

  it('fails for a value outside its limits', () => {
    expect(fails(claim, check, of(99))).toBe(true);
    expect(fails(claim, check, of(100))).toBe(false);
  });

  it('does not fail for a missing value', () => {
    expect(fails(claim, check, of(Number.NaN))).toBe(false);
    expect(fails(claim, { value: 'qps(run) / run.nothing', between: [1, 2] }, of(99))).toBe(false);
  });
});

describe('a search', () => {
  /** A model of one line: a request takes what its cost says. */
  const byCost = (scenario: Scenario) => {
    const { commandNs = 740 } = scenario.costs.overrides as { commandNs?: number };
    return { throughput: { perSec: 1e9 / commandNs, halfWidth95: null } } as unknown as Summary;
  };
  const topic = { id: 'x', title: { en: '', 'zh-CN': '' }, runs: { run: {} }, claims: [] };
  const claimWith = (...checks: Check[]) => ({ id: 'X-1', status: 'passing', checks }) as unknown as Claim;
  const find = async (claim: Claim, known: RecordedMutations, scope: 'claim' | 'check') => {
    const those = targetsOf([{ topic, claim }], canFail);
    const planned = await planFor(those, (partial: Json) => complete(engine, partial as object));
    const found = search(those, { plan: planned, profiles, simulate: byCost }, known, scope, () => undefined);
    return [...found].map(([target, mutation]) => [target.index, mutationText(mutation)]);
  };
  const slow: Check = { value: 'qps(run)', between: [1e6, null] };
  const sure: Check = { value: 'qps(run)', between: [0, null], byConstruction: 'rule' };

  it('finds a cost that makes a check fail, and none for a check that cannot fail', async () => {
    expect(await find(claimWith(sure, slow), {}, 'claim')).toEqual([[1, 'commandNs × 2']]);
    expect(await find(claimWith({ ...slow, between: [0, null] }), {}, 'check')).toEqual([]);
  });

  it('tries the recorded change first', async () => {
    const known = { 'X-1': { check: 0, cost: 'commandNs', factor: 10 } };
    expect(await find(claimWith(slow), known, 'claim')).toEqual([[0, 'commandNs × 10']]);
  });

  it('evaluates every check on request', async () => {
    expect(await find(claimWith(slow, slow), {}, 'claim')).toHaveLength(1);
    expect(await find(claimWith(slow, slow), {}, 'check')).toHaveLength(2);
  });
});
