/** Every preset of an article is its experiment on its machine, and opens on what the article has found. */
import { describe, expect, it } from 'vitest';
import { articles } from '../../src/evidence/check/articles.ts';
import type { Claim } from '../../src/evidence/check/claim.ts';
import type { Results } from '../../src/evidence/check/expression.ts';
import { judge } from '../../src/evidence/check/judge.ts';
import { rootOf, scenariosOf } from '../../src/evidence/check/runs.ts';
import { filed } from '../../src/evidence/check/topics.ts';
import { applyEdits } from '../../src/model/scenario/apply-edits.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import { presetById, presets } from '../../src/model/scenario/library.ts';
import { getAt, type Json } from '../../src/model/scenario/patch.ts';
import { pointsOf } from '../../src/model/sweep/plan.ts';
import { sweepPresets } from '../../src/model/sweep/presets.ts';
import { readSweep } from '../../src/model/sweep/read.ts';
import { complete, loadEngine } from '../engine/runs.ts';
import { summaryOf } from '../engine/summaries.ts';
import { lessonFolders } from '../lessons/files.ts';
import { scenariosOf as lessonScenarios } from '../lessons/lesson-runs.ts';
import { deep } from '../support/tier.ts';

const SEEDS = deep ? [1, 2, 3] : [1];

/** A nearly full queue of eight mgets a second: from other seeds than that of the page, its mean needs half an hour of model time. */
const LONG_RUNS: Readonly<Record<string, number>> = { mgetTested: 2_000_000 };

const engine = await loadEngine();

function summaryWith(name: string, partial: Json, seed: number): Summary {
  const scenario = complete(engine, partial as object);
  const measuredMs = (seed > 1 && LONG_RUNS[name]) || scenario.run.measuredMs;
  return summaryOf({ ...scenario, seed, run: { ...scenario.run, measuredMs } });
}

it('every preset that is named after an article belongs to that article', () => {
  for (const { id } of presets) {
    const named = /^s\d(?=-)/.exec(id)?.[0].toUpperCase();
    const owners = articles.filter((article) => id in article.presets).map((article) => article.id);
    expect([id, owners.length <= 1]).toEqual([id, true]);
    if (named !== undefined) expect([id, owners]).toEqual([id, [named]]);
  }
});

describe.each(articles.map((article) => [article.id, article] as const))('article %s', (_, article) => {
  const { id: articleId, profile, settings, findings, runs } = article;
  const topic = { id: articleId, title: { en: '', 'zh-CN': '' }, runs, claims: [] };

  it.each(Object.entries(article.presets))('%s is its experiment on its machine', (id, own) => {
    const preset = presetById(id);
    if (!preset) throw new Error(`${articleId} names a preset that does not exist: ${id}`);
    const scenario = complete(engine, preset.scenario as object);
    for (const [path, value] of Object.entries({ 'costs.profile': profile, ...settings, ...own }))
      expect([path, getAt(scenario, path)]).toEqual([path, value]);
    // Costs of its own would be another machine, but for those that are listed here.
    const listed = Object.entries(own).filter(([path]) => path.startsWith('costs.overrides.'));
    const plain = complete(engine, { costs: { profile } });
    expect(scenario.costs.overrides).toEqual(
      getAt(applyEdits(plain, Object.fromEntries(listed)), 'costs.overrides'),
    );
  });

  it('has a finding about each of its presets, and each finding cites a claim', () => {
    const roots = new Set(Object.keys(runs).map((name) => rootOf(topic, name)));
    expect([...roots].sort()).toEqual(Object.keys(article.presets).sort());
    const known = filed.map(({ claim }) => claim.id);
    for (const { id, claims, checks } of findings) {
      expect([id, checks.length > 0, claims.length > 0]).toEqual([id, true, true]);
      for (const claim of claims) expect(known).toContain(claim);
    }
  });

  describe.each(SEEDS)('with seed %i', (seed) => {
    it.each(findings.map((finding) => [finding.id, finding] as const))('%s', async (_id, { checks }) => {
      const points = new Map<string, ReturnType<Results>>();
      for (const name of Object.keys(runs)) {
        const planned = await scenariosOf(topic, name, (partial) => complete(engine, partial as object));
        // Only what the checks look at is run.
        if (!JSON.stringify(checks).includes(name)) continue;
        points.set(
          name,
          planned.map(({ key, scenario }) => ({ key, summary: summaryWith(name, scenario, seed) })),
        );
      }
      const claim = { status: 'passing', checks } as unknown as Claim;
      const { results } = judge(claim, (name) => points.get(name) ?? []);
      for (const [index, { holds, values }] of results.entries())
        expect({ check: checks[index], values, holds }).toMatchObject({ holds: true });
    });
  });

  it('has lessons that start on its machine', () => {
    for (const id of article.lessons) {
      const folder = lessonFolders.find((one) => one.id === id);
      if (!folder) throw new Error(`${articleId} names a lesson that does not exist: ${id}`);
      for (const name of Object.keys(folder.lesson.runs))
        for (const { scenario } of lessonScenarios(folder, name, 1))
          expect([id, name, scenario.costs.profile]).toEqual([id, name, profile]);
    }
  });

  it('has ready experiments on its machine', async () => {
    for (const id of article.experiments) {
      const definition = sweepPresets.find((one) => one.id === id)?.definition;
      const { sweep } = readSweep(definition);
      if (!sweep) throw new Error(`${articleId} names an experiment that does not exist: ${id}`);
      const points = await pointsOf(
        sweep,
        (scenario: Json) => engine.normalize(JSON.stringify(scenario)),
        (preset) => presetById(preset)?.scenario,
      );
      for (const { scenario, at } of points)
        expect([id, at, scenario?.costs.profile]).toEqual([id, at, profile]);
    }
  });
});
