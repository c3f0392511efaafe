import { expect, it } from 'vitest';
import { rounded } from '../../src/evidence/answers/answers.ts';
import recorded from '../../src/evidence/answers/generated/claims.json';
import { planFor } from '../../src/evidence/check/plan.ts';
import { runsOf } from '../../src/evidence/check/runs.ts';
import { filed } from '../../src/evidence/check/topics.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import type { Json } from '../../src/model/scenario/patch.ts';
import { complete, loadEngine } from '../engine/runs.ts';
import { summaryOf } from '../engine/summaries.ts';
import { deep } from '../support/tier.ts';

/**
 * Long runs, with a third of all events of the claims, and the share of each that `npm test` simulates: the verdicts are the
 * same, the figures are not those that are recorded. Runs that articles share are whole.
 */
const SHORTENED: readonly (readonly [RegExp, share: number])[] = [
  [/^s2 mgetTested$/, 1 / 2],
  [/^little (?:crowd|piped)\[/, 1 / 4],
  [/^io-threads (?:primaries|c8g...|redis8|valkey8)\[/, 1 / 4],
  [/^clients go(?:Ring|RingGet|Auto)\[/, 1 / 4],
  [/^cases (?:pool100|pool1000|fourNodes)$/, 1 / 4],
];
const shareOf = (name: string): number =>
  deep ? 1 : (SHORTENED.find(([pattern]) => pattern.test(name))?.[1] ?? 1);

const engine = await loadEngine();
const plan = await planFor(filed, (partial: Json) => complete(engine, partial as object));
const summaries = new Map<string, Summary>();
const shortened = new Set<string>();
for (const { id, name, scenario } of plan.runs) {
  const { run } = scenario;
  const share = shareOf(name);
  if (share < 1) shortened.add(id);
  summaries.set(id, summaryOf({ ...scenario, run: { ...run, measuredMs: share * run.measuredMs } }));
}
const judgements = plan.judge(({ id }) => summaries.get(id) as Summary);

/** A claim that is declared to fail and holds is an improvement: declare it. */
it.each(judgements.map((judgement) => [judgement.claim.id, judgement] as const))(
  '%s has its declared verdict',
  (_, { claim, verdict, results }) => {
    const declared = {
      passing: ['passes', 'byConstruction'],
      failing: ['failsAsKnown'],
      notModelled: ['notModelled'],
    };
    const found = (claim.checks ?? []).map((check, index) => ({ ...check, ...results[index] }));
    expect(declared[claim.status], JSON.stringify(found, null, 1)).toContain(verdict);
  },
);

/** Claims that look at a shortened run. */
const shorter = new Set(
  filed
    .filter(({ topic, claim }) =>
      runsOf(claim).some((name) => plan.runsNamed(topic, name).some(({ id }) => shortened.has(id))),
    )
    .map(({ claim }) => claim.id),
);

it('most claims are held against their recorded figures, and every shortened run exists', () => {
  expect(shorter.size / filed.length).toBeLessThan(0.25);
  for (const [pattern] of SHORTENED)
    expect(plan.runs.filter(({ name }) => pattern.test(name))).not.toEqual([]);
});

/** `npm run golden:update` records them after a wanted change of the model. */
it('the page shows the engine’s results', () => {
  const isShorter = (id: string) => shorter.has(id);
  const answers = judgements.map(({ claim, results }) => [claim.id, rounded(results)] as const);
  const whole = <T>(entries: readonly (readonly [string, T])[]) => entries.filter(([id]) => !isShorter(id));
  expect(Object.fromEntries(whole(answers))).toEqual(Object.fromEntries(whole(Object.entries(recorded))));
  expect(answers.map(([id]) => id)).toEqual(expect.arrayContaining(Object.keys(recorded)));
});

/** Runs with few events, which must be long: rounds of an evictor every 30 s; a nearly full queue of a few mgets a second. */
const SLOW_RUNS: readonly (readonly [RegExp, longestMs: number])[] = [
  [/^s2 idle$/, 65_000],
  [/^s2 mget(Tested|Untested|OwnPool)(Half)?$/, 3_005_000],
];

it('every run is short and has seed 1', () => {
  for (const { name, scenario } of plan.runs) {
    expect([name, scenario.seed]).toEqual([name, 1]);
    const longest = SLOW_RUNS.find(([pattern]) => pattern.test(name))?.[1] ?? 10_000;
    expect(scenario.run.warmupMs + scenario.run.measuredMs, name).toBeLessThanOrEqual(longest);
  }
});
