/** Maps the named runs of a lesson to scenarios, and formulas to the runs they need. */
import type { RunSpec } from '../../evidence/check/claim.ts';
import { runsIn } from '../../evidence/check/expression.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { presetById } from '../../model/scenario/library.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import type { Answer, Asked, Lesson, Reveal } from './lesson.ts';
import { figuresOf, type Sections } from './text.ts';

export type Runs = Readonly<Record<string, RunSpec>>;

/** Names of the sides of the stage in formulas; no run can have them. */
export const SIDE_NAMES: readonly string[] = ['a', 'b'];

/** All runs of a lesson; those of the reveal once it is loaded. */
export const runsOf = (lesson: Lesson, reveal: Reveal | undefined): Runs =>
  ({ ...lesson.runs, ...reveal?.runs }) as Runs;

/**
 * A run's recipe: a preset (or the engine's defaults), one or several sets of edits, and an optional sweep.
 */
export interface Recipe {
  readonly preset: string | undefined;
  /** In this order. */
  readonly changes: readonly Edits[];
  readonly sweep: RunSpec['sweep'];
}

/** The recipe of a run. A name without a run is that of a preset. */
export function recipeOf(runs: Runs, name: string): Recipe {
  if (!Object.hasOwn(runs, name)) return { preset: name, changes: [], sweep: undefined };
  const { from, set = {}, sweep } = runs[name] as RunSpec;
  const base: Recipe =
    from === undefined ? { preset: undefined, changes: [], sweep: undefined } : recipeOf(runs, from);
  return { preset: base.preset, changes: [...base.changes, set], sweep: sweep ?? base.sweep };
}

/** A partial scenario to run, and its swept value. */
export interface Variant {
  readonly key: string;
  readonly scenario: Json;
}

/**
 * The scenarios of a recipe.
 * @param base the preset's scenario, complete
 */
export function variantsOf({ changes, sweep }: Recipe, base: unknown): Variant[] {
  const scenario = changes.reduce<Json>((changed, edits) => applyEdits(changed, edits), base as Json);
  const swept = Object.entries(sweep ?? {});
  const [first] = swept;
  if (!first) return [{ key: '', scenario }];
  return first[1].map((value, index) => {
    const edits = Object.fromEntries(swept.map(([path, values]) => [path, values[index] ?? null]));
    return { key: String(value), scenario: applyEdits(scenario, edits) };
  });
}

/** The scenarios that a lesson has on the stage at first, by side; missing fields have their defaults. */
export function scenariosOfStage({ runs, stage }: Pick<Lesson, 'runs' | 'stage'>): Json[] {
  const names = stage.b === undefined ? [stage.a] : [stage.a, stage.b];
  return names.flatMap((name) => {
    const recipe = recipeOf(runs as Runs, name);
    const base = recipe.preset === undefined ? {} : presetById(recipe.preset)?.scenario;
    return variantsOf(recipe, base ?? {})
      .slice(0, 1)
      .map(({ scenario }) => scenario);
  });
}

const operandsOf = (answer: Answer): (string | number)[] => {
  if (answer.kind === 'number' || answer.kind === 'curve') return [answer.value];
  if (answer.kind === 'ranking') return Object.values(answer.by ?? {});
  return answer.kind === 'allocation' ? Object.values(answer.values) : [];
};

/** Every question of the reveal with its answer, and the answer to the prediction. */
export const answersOf = ({ predict, see, check, transfer }: Reveal): Answer[] => [
  ...[predict, see.answer, transfer.answer],
  ...(check.answer ? [check.answer] : []),
];

/** The question of the check with its answer, if there is one. */
export const checkQuestion = ({ check }: Reveal): Asked | undefined =>
  check.question && check.answer ? { question: check.question, answer: check.answer } : undefined;

const isRun = (name: string): boolean => !SIDE_NAMES.includes(name);

/** The runs that grading needs: those of the answers alone. */
export const answerRuns = (reveal: Reveal): string[] => [
  ...new Set(
    answersOf(reveal)
      // An order is right by its names.
      .filter(({ kind }) => kind !== 'ranking')
      .flatMap(operandsOf)
      .flatMap((formula) => runsIn(formula))
      .filter(isRun),
  ),
];

/** All formulas of a lesson: answers, goals, published values, and figures in texts. */
export const formulasOf = (reveal: Reveal, texts: Sections): (string | number)[] => [
  ...answersOf(reveal).flatMap(operandsOf),
  ...(reveal.published ?? []).map(({ model }) => model),
  ...(reveal.check.goals ?? []).flatMap(({ value, between }) => [value, ...between.map((b) => b ?? 0)]),
  ...[...texts.values()].flatMap(figuresOf).map(({ formula }) => formula),
];

/** The runs that the formulas of a lesson need, without the sides of the stage. */
export const neededRuns = (reveal: Reveal, texts: Sections): string[] =>
  [...new Set(formulasOf(reveal, texts).flatMap((formula) => runsIn(formula)))].filter(isRun);
