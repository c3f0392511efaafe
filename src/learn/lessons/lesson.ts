/**
 * What a lesson is, as a schema: files are checked against it and types follow from it. README.md tells authors the same in
 * prose. A lesson is two definitions with their texts: what a learner may know before the prediction is locked
 * (`lesson.json`), and everything after (`reveal.json`), so that the page a student opens holds no answers.
 */
import * as v from 'valibot';
import { migrateEdits, migratePath, migrateValue } from '../../model/scenario/migrate-version-1.ts';
import type { Json } from '../../model/scenario/patch.ts';

/** The moves of every lesson, in this order. */
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

/** A name that texts and formulas use: `local`, `pool8`, `farAway`. */
const name = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9]*$/, 'a name: letters and digits, small first letter'),
);
/** A formula over runs (`evidence/check/expression.ts`), or a number. */
const operand = v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]);
const json = v.union([v.null(), v.boolean(), v.number(), v.string()]);
/** The values of some fields, in the names of today. */
const migrateLists = <T extends Json>(lists: Readonly<Record<string, readonly T[]>>): Record<string, T[]> =>
  Object.fromEntries(
    Object.entries(lists).map(([path, values]) => [
      migratePath(path),
      values.map((value) => migrateValue(path, value)),
    ]),
  );
/** Lessons from before version 2 of scenarios open with its names. */
const path = v.pipe(v.string(), v.transform(migratePath));
const edits = v.pipe(v.record(v.string(), json), v.transform(migrateEdits));
/** More than anybody can choose among is a mistake. */
const names = v.pipe(v.array(name), v.minLength(2), v.maxLength(16));
/** Model time: `2ms`, `3500us`. */
const time = v.pipe(v.string(), v.regex(/^\d{1,15}(\.\d{1,9})?(ns|us|ms|s)$/, 'a time: 2ms, 3500us'));
const finite = v.pipe(v.number(), v.finite());

/** How a number is written, and what it is a number of. `us` is a time given in µs. */
const unit = v.picklist(['rate', 'us', 'percent', 'factor', 'count']);
export type Unit = v.InferOutput<typeof unit>;

/** One scenario with a name, or several: as in `evidence/check/claim.ts`. */
const runSpec = v.strictObject({
  from: v.optional(v.string()),
  set: v.optional(edits),
  sweep: v.optional(v.pipe(v.record(v.string(), v.array(json)), v.transform(migrateLists))),
});
const runs = v.record(name, runSpec);

/** What stands on the stage: one named run (or preset), or two side by side. */
const stage = v.strictObject({
  a: v.string(),
  b: v.optional(v.string()),
  /** What is open below the stage. */
  panel: v.optional(v.picklist(['figures', 'why', 'request', 'timeline', 'profile', 'charts'])),
  /** Model ns per second on screen; else the page chooses. */
  speed: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1e9))),
  /** Instants that are marked on the bar of the run, as in a link. */
  marks: v.optional(v.pipe(v.array(time), v.minLength(1), v.maxLength(20))),
  /** The request of A that is followed in elastic time, by its number; not before the prediction is locked. */
  elastic: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 2))),
});
export type Setup = v.InferOutput<typeof stage>;

/** What is asked; texts of options, items and parts are `### <question>.<name>`. */
const question = v.variant('kind', [
  v.strictObject({ kind: v.literal('choice'), options: names }),
  v.strictObject({
    kind: v.literal('number'),
    unit,
    min: finite,
    max: finite,
    /** Whether the slider's steps are factors. */
    log: v.optional(v.boolean()),
  }),
  /** To be put into order, the first one on top. */
  v.strictObject({ kind: v.literal('ranking'), items: names }),
  /** A curve to be drawn through given places. */
  v.strictObject({
    kind: v.literal('curve'),
    x: v.pipe(v.array(finite), v.minLength(3), v.maxLength(16)),
    unit,
    min: v.pipe(finite, v.minValue(1e-9)),
    max: finite,
  }),
  /** A whole to be divided among parts, in per cent. */
  v.strictObject({ kind: v.literal('allocation'), parts: names }),
]);
export type Question = v.InferOutput<typeof question>;

/** A set-up that answers a wrong answer: it shows why. */
const counter = v.strictObject({
  stage,
  /** Whether it is a world in which the wrong answer is right, and which does not exist. */
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
    /** Right is what is off by at most this factor… */
    withinFactor: v.optional(v.pipe(v.number(), v.minValue(1))),
    /** …or by at most this much. */
    within: v.optional(v.number()),
    /** The value to some digits: a sanity check for authors, and what the automated learner says. */
    about: v.number(),
    counters,
  }),
  v.strictObject({
    kind: v.literal('ranking'),
    /** The right order. */
    right: names,
    /** By which they are ordered, largest first; absent when the order is not one of numbers. */
    by: v.optional(v.record(name, operand)),
    unit: v.optional(unit),
    counters,
  }),
  v.strictObject({
    kind: v.literal('curve'),
    /** A list of as many values as the question has places. */
    value: operand,
    /** Right is a curve that is off by at most this factor in the mean of the logarithms. */
    withinFactor: v.pipe(v.number(), v.minValue(1)),
    about: v.array(v.number()),
    counters,
  }),
  v.strictObject({
    kind: v.literal('allocation'),
    /** By part; they are divided by their sum. */
    values: v.record(name, operand),
    /** Right is when no share is off by more, in points. */
    within: v.number(),
    about: v.record(name, v.number()),
    counters,
  }),
]);
export type Answer = v.InferOutput<typeof answer>;

const asked = v.strictObject({ question, answer });
export type Asked = v.InferOutput<typeof asked>;

/** A value that somebody has measured or published, beside the model's. */
const published = v.strictObject({
  /** Its sentence is `### published.<id>`. */
  id: name,
  value: v.number(),
  unit,
  /** What the model says to it. */
  model: operand,
  /** Where it is from: `S0`, `redis.io, Pipelining`. */
  source: v.string(),
});
export type Published = v.InferOutput<typeof published>;

/** Something to be reached on the stage. In its formulas `a` and `b` are the sides as they are now. */
const goal = v.strictObject({
  /** Its sentence is `### check.<id>`. */
  id: name,
  value: operand,
  unit,
  between: v.tuple([v.nullable(operand), v.nullable(operand)]),
});
export type Goal = v.InferOutput<typeof goal>;

/** Paths of a knob: the first that exists. At most three knobs are shown at once. */
const knobs = v.pipe(v.array(path), v.maxLength(3));

/** `lesson.json`: what is there before the lock. */
export const lessonSchema = v.strictObject({
  runs,
  stage,
  predict: question,
});
export type Lesson = v.InferOutput<typeof lessonSchema>;

/** `reveal.json`: what is there after it. */
export const revealSchema = v.strictObject({
  /** More runs, besides those of the lesson. */
  runs: v.optional(runs),
  predict: answer,
  see: asked,
  published: v.optional(v.pipe(v.array(published), v.maxLength(16))),
  vary: v.strictObject({ stage: v.optional(stage), knobs: v.pipe(knobs, v.minLength(1)) }),
  check: v.strictObject({
    stage: v.optional(stage),
    knobs,
    goals: v.optional(v.pipe(v.array(goal), v.minLength(1), v.maxLength(8))),
    /** Edits of the stage that reach the goals, by side. */
    solution: v.optional(v.strictObject({ a: v.optional(edits), b: v.optional(edits) })),
    question: v.optional(question),
    answer: v.optional(answer),
  }),
  transfer: asked,
});
export type Reveal = v.InferOutput<typeof revealSchema>;

/** The questions of a lesson, by the step they belong to. */
export type QuestionName = 'predict' | 'see' | 'check' | 'transfer';
