/**
 * The schema of a lesson: files are validated by it and types derived from it; README.md is for authors. A
 * lesson has two definitions with texts: the part before the prediction is locked (`lesson.json`), and the
 * part after (`reveal.json`). So the page of a student holds no answers.
 */
import * as v from 'valibot';
import { migrateEdits, migratePath, migrateValue } from '../../model/scenario/migrate-version-1.ts';
import type { Json } from '../../model/scenario/patch.ts';

/** The steps of every lesson, in order. */
export const STEPS = [
  'hook',
  'predict',
  'run',
  'see',
  'reveal',
  'vary',
  'check',
  'transfer',
  'sandbox',
] as const;

export type StepName = (typeof STEPS)[number];

/** A name in texts and formulas: `local`, `pool8`, `farAway`. */
const name = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9]*$/, 'a name: letters and digits, small first letter'),
);
/** A formula over runs (`evidence/check/expression.ts`), or a number. */
const operand = v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]);
const json = v.union([v.null(), v.boolean(), v.number(), v.string()]);
/** Field values with current names. */
const migrateLists = <T extends Json>(lists: Readonly<Record<string, readonly T[]>>): Record<string, T[]> =>
  Object.fromEntries(
    Object.entries(lists).map(([path, values]) => [
      migratePath(path),
      values.map((value) => migrateValue(path, value)),
    ]),
  );
/** Lessons written before version 2 of scenarios get its names. */
const path = v.pipe(v.string(), v.transform(migratePath));
const edits = v.pipe(v.record(v.string(), json), v.transform(migrateEdits));
/** More options than a learner can choose from are a mistake. */
const names = v.pipe(v.array(name), v.minLength(2), v.maxLength(16));
/** Model time: `2ms`, `3500us`. */
const time = v.pipe(v.string(), v.regex(/^\d{1,15}(\.\d{1,9})?(ns|us|ms|s)$/, 'a time: 2ms, 3500us'));
const finite = v.pipe(v.number(), v.finite());

/** Format and quantity of a number. `us` is a time given in µs. */
const unit = v.picklist(['rate', 'us', 'percent', 'factor', 'count']);
export type Unit = v.InferOutput<typeof unit>;
export { name as nameSchema, unit as unitSchema };

/** One scenario with a name, or several: as in `evidence/check/claim.ts`. */
const runSpec = v.strictObject({
  from: v.optional(v.string()),
  set: v.optional(edits),
  sweep: v.optional(v.pipe(v.record(v.string(), v.array(json)), v.transform(migrateLists))),
});
const runs = v.record(name, runSpec);

/** The stage: one named run (or preset), or two side by side. */
const stage = v.strictObject({
  a: v.string(),
  b: v.optional(v.string()),
  /** The panel below the stage. */
  panel: v.optional(v.picklist(['figures', 'why', 'request', 'timeline', 'profile', 'charts'])),
  /** Model ns per second on screen; else the page chooses. */
  speed: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1e9))),
  /** Bookmarks on the run bar, as in a link. */
  marks: v.optional(v.pipe(v.array(time), v.minLength(1), v.maxLength(20))),
  /** The followed request of A in elastic time, by number; not before the lock. */
  elastic: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 2))),
});
export type Setup = v.InferOutput<typeof stage>;

/** A question; the texts of options, items and parts are `### <question>.<name>`. */
const question = v.variant('kind', [
  v.strictObject({ kind: v.literal('choice'), options: names }),
  v.strictObject({
    kind: v.literal('number'),
    unit,
    min: finite,
    max: finite,
    /** Whether the slider is logarithmic. */
    log: v.optional(v.boolean()),
  }),
  /** To be ordered, the first one on top. */
  v.strictObject({ kind: v.literal('ranking'), items: names }),
  /** A curve to draw at given positions. */
  v.strictObject({
    kind: v.literal('curve'),
    x: v.pipe(v.array(finite), v.minLength(3), v.maxLength(16)),
    unit,
    min: v.pipe(finite, v.minValue(1e-9)),
    max: finite,
  }),
  /** A whole to divide among parts, in per cent. */
  v.strictObject({ kind: v.literal('allocation'), parts: names }),
]);
export type Question = v.InferOutput<typeof question>;

/** A set-up for a wrong answer, which shows why it is wrong. */
const counter = v.strictObject({
  stage,
  /** Whether it is a hypothetical system in which the wrong answer is right. */
  isFalse: v.optional(v.boolean()),
});
export type Counter = v.InferOutput<typeof counter>;
const counters = v.optional(v.record(name, counter));

const answer = v.variant('kind', [
  v.strictObject({ kind: v.literal('choice'), right: name, counters }),
  v.strictObject({
    kind: v.literal('number'),
    /** From the runs. */
    value: operand,
    /** Correct within this factor… */
    withinFactor: v.optional(v.pipe(v.number(), v.minValue(1))),
    /** …or within this difference. */
    within: v.optional(v.number()),
    /** The approximate value: a sanity check for authors, and the answer of the automated learner. */
    about: v.number(),
    counters,
  }),
  v.strictObject({
    kind: v.literal('ranking'),
    /** The right order. */
    right: names,
    /** The values that order them, largest first; absent when the order is not one of numbers. */
    by: v.optional(v.record(name, operand)),
    unit: v.optional(unit),
    counters,
  }),
  v.strictObject({
    kind: v.literal('curve'),
    /** A list with one value per position of the question. */
    value: operand,
    /** Correct within this factor, as the mean of the logarithms. */
    withinFactor: v.pipe(v.number(), v.minValue(1)),
    about: v.array(v.number()),
    counters,
  }),
  v.strictObject({
    kind: v.literal('allocation'),
    /** By part; they are divided by their sum. */
    values: v.record(name, operand),
    /** Correct when no share differs by more, in points. */
    within: v.number(),
    about: v.record(name, v.number()),
    counters,
  }),
]);
export type Answer = v.InferOutput<typeof answer>;

const questionAnswer = v.strictObject({ question, answer });
export type Asked = v.InferOutput<typeof questionAnswer>;

/** A measured or published value next to the model's. */
const published = v.strictObject({
  /** Its sentence is `### published.<id>`. */
  id: name,
  value: v.number(),
  unit,
  /** The model's value. */
  model: operand,
  /** Its source: `S0`, `redis.io, Pipelining`. */
  source: v.string(),
});
export type Published = v.InferOutput<typeof published>;

/** A goal on the stage. In its formulas `a` and `b` are the current sides. */
const goal = v.strictObject({
  /** Its sentence is `### check.<id>`. */
  id: name,
  value: operand,
  unit,
  between: v.tuple([v.nullable(operand), v.nullable(operand)]),
});
export type Goal = v.InferOutput<typeof goal>;

/** Paths of a setting: the first that exists. At most three settings are shown at once. */
const knobs = v.pipe(v.array(path), v.maxLength(3));

/** `lesson.json`: the part before the lock. */
export const lessonSchema = v.strictObject({
  runs,
  stage,
  predict: question,
});
export type Lesson = v.InferOutput<typeof lessonSchema>;

/** `reveal.json`: the part after the lock. */
export const revealSchema = v.strictObject({
  /** More runs, besides those of the lesson. */
  runs: v.optional(runs),
  predict: answer,
  see: questionAnswer,
  published: v.optional(v.pipe(v.array(published), v.maxLength(16))),
  vary: v.strictObject({ stage: v.optional(stage), knobs: v.pipe(knobs, v.minLength(1)) }),
  check: v.strictObject({
    stage: v.optional(stage),
    knobs,
    goals: v.optional(v.pipe(v.array(goal), v.minLength(1), v.maxLength(8))),
    /** Edits of the stage that meet the goals, by side. */
    solution: v.optional(v.strictObject({ a: v.optional(edits), b: v.optional(edits) })),
    question: v.optional(question),
    answer: v.optional(answer),
  }),
  transfer: questionAnswer,
});
export type Reveal = v.InferOutput<typeof revealSchema>;

/** The questions of a lesson, by their step. */
export type QuestionName = 'predict' | 'see' | 'check' | 'transfer';
