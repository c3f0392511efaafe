/** Runs of a lesson in Node, each scenario once, with any seed. */
import type { Point, Results } from '../../src/evidence/check/expression.ts';
import { runsOf as runsOfClaim } from '../../src/evidence/check/runs.ts';
import { pointOf } from '../../src/learn/lessons/goals.ts';
import type { Setup } from '../../src/learn/lessons/lesson.ts';
import { neededRuns, recipeOf, runsOf, variantsOf } from '../../src/learn/lessons/runs.ts';
import { applyEdits, setAt } from '../../src/model/scenario/apply-edits.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import type { Edits } from '../../src/model/scenario/patch.ts';
import { complete, loadEngine } from '../engine/runs.ts';
import { summaryOf } from '../engine/summaries.ts';
import type { LessonFolder } from './files.ts';

const engine = await loadEngine();

const known = new WeakMap<LessonFolder, Map<string, ReturnType<typeof completed>>>();

/** The complete scenarios of a named run, made once for each folder. */
export function scenariosOf(folder: LessonFolder, name: string, seed: number) {
  const ofFolder = known.get(folder) ?? new Map<string, ReturnType<typeof completed>>();
  known.set(folder, ofFolder);
  const key = `${name} ${seed}`;
  const scenarios = ofFolder.get(key) ?? completed(folder, name, seed);
  ofFolder.set(key, scenarios);
  return scenarios;
}

function completed(folder: LessonFolder, name: string, seed: number) {
  const recipe = recipeOf(runsOf(folder.lesson, folder.reveal), name);
  const preset = recipe.preset === undefined ? {} : presetById(recipe.preset)?.scenario;
  if (preset === undefined) throw new Error(`${folder.id}: there is no run ${name}`);
  const base = complete(engine, preset as object);
  return variantsOf(recipe, base).map(({ key, scenario }) => ({
    key,
    scenario: complete(engine, setAt(scenario, 'seed', seed) as object),
  }));
}

const pointsOf = (folder: LessonFolder, name: string, seed: number): Point[] =>
  scenariosOf(folder, name, seed).map(({ key, scenario }) => ({ key, summary: summaryOf(scenario) }));

/** Every run that the lesson's texts, answers and claims speak of. */
export function namesIn(folder: LessonFolder): string[] {
  const claimed = folder.claims.flatMap((claim) => runsOfClaim(claim as Parameters<typeof runsOfClaim>[0]));
  const texts = Object.values(folder.after).flatMap((sections) => neededRuns(folder.reveal, sections));
  return [...new Set([...claimed, ...texts])];
}

/** Results of the lesson's runs with a seed, and of the stage as a set-up and some edits leave it. */
export function resultsOf(
  folder: LessonFolder,
  seed: number,
  stage?: { readonly setup: Setup; readonly edits: { readonly a?: Edits; readonly b?: Edits } },
): Results {
  const side = (name: string, edits: Edits = {}): Point[] => {
    const [first] = scenariosOf(folder, name, seed);
    const scenario = complete(engine, applyEdits(first?.scenario, edits) as object);
    return [pointOf(summaryOf(scenario), scenario)];
  };
  return (name) => {
    if (name !== 'a' && name !== 'b') return pointsOf(folder, name, seed);
    if (!stage) throw new Error(`${folder.id}: ${name} is the stage, and there is none here`);
    const { setup, edits } = stage;
    return name === 'a' ? side(setup.a, edits.a) : side(setup.b ?? setup.a, edits.b);
  };
}
