/**
 * Fresh problems: a template varies the numbers of a lesson's run, the engine gives the answer, known misconceptions give the wrong
 * options. The same seed gives the same problem on every machine. Pure.
 */
import * as v from 'valibot';
import { evaluate, FormulaError, type Results } from '../../evidence/check/expression.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import { hashOf } from '../../model/scenario/pack.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { LessonId } from '../lessons/course.ts';
import { nameSchema, unitSchema } from '../lessons/lesson.ts';
import type { Runs } from '../lessons/runs.ts';

/** The steps of a lesson that have templates. */
export const KINDS = ['check', 'transfer'] as const;
export type Kind = (typeof KINDS)[number];

const formula = v.pipe(v.string(), v.nonEmpty());

const template = v.strictObject({
  /** The values that each number can have. */
  vary: v.record(nameSchema, v.pipe(v.array(v.number()), v.minLength(2), v.maxLength(16))),
  /** Runs of the lesson or presets with values; `=v.rttUs / 2` is a formula over the drawn numbers. */
  runs: v.record(
    nameSchema,
    v.strictObject({
      from: v.string(),
      set: v.record(v.string(), v.union([v.null(), v.boolean(), v.number(), v.string()])),
    }),
  ),
  unit: unitSchema,
  /** Over the runs; `v.rttUs` is a drawn number. */
  answer: formula,
  /** What a misconception would give, by its name. */
  distractors: v.record(nameSchema, formula),
});
export type Template = v.InferOutput<typeof template>;

/** `fresh.json`: the templates of a lesson. */
export const freshSchema = v.strictObject({ check: template, transfer: template });

/** The drawn numbers of a problem, by name. */
export type Drawn = Readonly<Record<string, number>>;

/** Seeds are whole numbers below this. */
export const SEEDS = 2 ** 32;

/** The seed of a student's problem: the same for the student's page and the teacher's key. */
export const seedFor = (classId: string, student: string): number =>
  hashOf(JSON.stringify([classId, student]));

/** Spreads a hash over all bits (the finalizer of MurmurHash3): neighbouring seeds give different numbers. */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

/** Draws the numbers of a problem. */
export const drawn = ({ vary }: Template, lesson: LessonId, kind: Kind, seed: number): Drawn =>
  Object.fromEntries(
    Object.entries(vary).map(([one, values]) => [
      one,
      values[spread(hashOf(JSON.stringify([lesson, kind, one, seed]))) % values.length] ?? Number.NaN,
    ]),
  );

/** The runs of a problem, next to those of its lesson. */
export function runsWith({ runs }: Template, numbers: Drawn, lessonRuns: Runs): Runs {
  const none: Results = (run) => {
    throw new FormulaError(`${run}: settings depend on drawn numbers only`);
  };
  const value = (given: Json): Json =>
    typeof given === 'string' && given.startsWith('=')
      ? (evaluate(given.slice(1), resultsWith(numbers, none))[0] ?? null)
      : given;
  const own = Object.entries(runs).map(([run, { from, set }]) => [
    run,
    { from, set: Object.fromEntries(Object.entries(set).map(([path, given]) => [path, value(given)])) },
  ]);
  return { ...lessonRuns, ...Object.fromEntries(own) };
}

/** Name of the drawn numbers in formulas. */
export const DRAWN = 'v';

/** The results with the drawn numbers as one more run. */
export const resultsWith =
  (numbers: Drawn, results: Results): Results =>
  (run) =>
    run === DRAWN ? [{ key: '', summary: numbers as unknown as Summary }] : results(run);

export interface Option {
  /** `right`, or the misconception. */
  readonly name: string;
  /** Rounded as it is shown. */
  readonly value: number;
}

/** Name of the right option. */
export const RIGHT = 'right';

/** Two significant digits: enough to choose by, few enough to compute in the head. */
const rounded = (value: number): number => Number(value.toPrecision(2));

/** Options that differ by less are one option to a learner. */
const LEAST_DIFFERENCE = 0.08;

const isSimilar = (one: number, other: number): boolean =>
  Math.abs(one - other) < LEAST_DIFFERENCE * Math.max(Math.abs(one), Math.abs(other)) || one === other;

/**
 * The options, smallest first; one is right. A misconception whose value is no different from another option is left out.
 * @throws FormulaError when a run has no results
 */
export function optionsOf({ answer, distractors }: Template, results: Results): readonly Option[] {
  const roundedValue = (text: string) => rounded(evaluate(text, results)[0] ?? Number.NaN);
  const options: Option[] = [{ name: RIGHT, value: roundedValue(answer) }];
  for (const [misconception, text] of Object.entries(distractors)) {
    const value = roundedValue(text);
    if (Number.isFinite(value) && !options.some((option) => isSimilar(option.value, value)))
      options.push({ name: misconception, value });
  }
  return options.sort((one, other) => one.value - other.value);
}
