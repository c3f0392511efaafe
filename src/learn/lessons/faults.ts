/** Checks a lesson, for tests and authors. The sentences are in `i18n/<lang>/issues.json`. */
import * as v from 'valibot';
import { runsIn } from '../../evidence/check/expression.ts';
import { presetIds } from '../../model/scenario/presets.ts';
import type { LessonCode, Problem } from '../../model/scenario/problem.ts';
import { outcomesOf } from './grade.ts';
import {
  type Answer,
  type Lesson,
  lessonSchema,
  type Question,
  type QuestionName,
  type Reveal,
  revealSchema,
  type Setup,
} from './lesson.ts';
import { checkQuestion, formulasOf, neededRuns, type Runs, recipeOf, runsOf, SIDE_NAMES } from './runs.ts';
import { figuresOf, type Sections } from './text.ts';

export interface LessonFiles {
  readonly lesson: unknown;
  readonly reveal: unknown;
  /** Texts by language, before and after the lock. */
  readonly before: Readonly<Record<string, Sections>>;
  readonly after: Readonly<Record<string, Sections>>;
}

/** A fault of a lesson: its place (a path into the data, or a section of the text), and its code. */
const fault = (code: LessonCode, path: string, value = '', facts?: Problem['facts']): Problem => ({
  code,
  path,
  ...(value === '' ? {} : { value }),
  ...(facts === undefined ? {} : { facts }),
});

/** In the order of the file; empty for a valid lesson. Claims check the numbers. */
export function faultsIn({ lesson, reveal, before, after }: LessonFiles): Problem[] {
  const shape = [...schemaFaults(lessonSchema, lesson, ''), ...schemaFaults(revealSchema, reveal, 'reveal')];
  if (shape.length > 0) return shape;
  const [first, second] = [lesson as Lesson, reveal as Reveal];
  const circles = circleFaults(runsOf(first, second));
  if (circles.length > 0) return circles;
  return [
    ...runFaults(first, second, after),
    ...answerFaults('predict', first.predict, second.predict),
    ...answerFaults('see', second.see.question, second.see.answer),
    ...checkFaults(second),
    ...answerFaults('transfer', second.transfer.question, second.transfer.answer),
    ...textFaults(before, sectionsBefore(first)),
    ...textFaults(after, sectionsAfter(first, second)),
  ];
}

/**
 * Problems of a value by its schema.
 * @param at path of the value
 */
export function schemaFaults(schema: v.GenericSchema, value: unknown, at: string): Problem[] {
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map((issue) => {
    const path = [at, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
    if (issue.expected === 'never') return fault('LES-04', path);
    if (issue.received === 'undefined') return fault('LES-03', path);
    return fault('LES-05', path, issue.received, { what: issue.expected ?? issue.message });
  });
}

/** Runs that start from themselves, directly or indirectly. */
function circleFaults(runs: Runs): Problem[] {
  const isCircle = (name: string) => {
    const seen = new Set<string>();
    for (
      let at: string | undefined = name;
      at !== undefined && Object.hasOwn(runs, at);
      at = runs[at]?.from
    ) {
      if (seen.has(at)) return true;
      seen.add(at);
    }
    return false;
  };
  return Object.keys(runs)
    .filter(isCircle)
    .map((name) => fault('LES-11', `runs.${name}`, name));
}

function runFaults(lesson: Lesson, reveal: Reveal, after: LessonFiles['after']): Problem[] {
  const runs = runsOf(lesson, reveal);
  const known = (name: string) => Object.hasOwn(runs, name) || presetIds.includes(name);
  const unreadable = Object.values(after).flatMap((texts) => formulaFaults(reveal, texts));
  if (unreadable.length > 0) return unreadable;
  const needed = Object.values(after).flatMap((texts) => neededRuns(reveal, texts));
  const setups = setupsOf(lesson, reveal);
  const staged = setups.flatMap(({ a, b }) => (b === undefined ? [a] : [a, b]));
  const bases = Object.values(runs).flatMap(({ from }) => (from === undefined ? [] : [from]));
  const names = [...new Set([...needed, ...staged, ...bases])];
  const runNames = Object.keys(runs);
  return [
    ...names.filter((name) => !known(name)).map((name) => fault('LES-06', 'runs', name)),
    ...runNames
      .filter((name) => SIDE_NAMES.includes(name) || presetIds.includes(name))
      .map((name) => fault('LES-07', `runs.${name}`, name)),
    ...runNames.filter((name) => !names.includes(name)).map((name) => fault('LES-08', `runs.${name}`, name)),
    ...[...new Set(staged)].filter(known).flatMap((name) => stageFaults(runs, name)),
  ];
}

/** Formulas that cannot be parsed. */
function formulaFaults(reveal: Reveal, texts: Sections): Problem[] {
  const isReadable = (formula: string | number) => {
    try {
      runsIn(formula);
      return true;
    } catch {
      return false;
    }
  };
  return formulasOf(reveal, texts)
    .filter((formula) => !isReadable(formula))
    .map((formula) => fault('LES-25', 'reveal', String(formula)));
}

function stageFaults(runs: Runs, name: string): Problem[] {
  const { preset, sweep } = recipeOf(runs, name);
  return [
    ...(preset === undefined ? [fault('LES-09', `runs.${name}`, name)] : []),
    ...(sweep ? [fault('LES-10', `runs.${name}`, name)] : []),
  ];
}

function setupsOf({ stage }: Lesson, { predict, see, vary, check, transfer }: Reveal): Setup[] {
  const answers = [predict, see.answer, transfer.answer, ...(check.answer ? [check.answer] : [])];
  const counters = answers.flatMap((answer) => Object.values(answer.counters ?? {}));
  const setups = [vary.stage, check.stage].filter((setup) => setup !== undefined);
  return [stage, ...setups, ...counters.map((counter) => counter.stage)];
}

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

/** Whether a slider has a range; a logarithmic one begins above zero. */
const isScale = (question: Extract<Question, { kind: 'number' | 'curve' }>): boolean =>
  question.min < question.max && (question.kind === 'curve' || !question.log || question.min > 0);

/** Path of the answer to a question. */
const answerPath = (name: QuestionName): string =>
  name === 'predict' ? 'reveal.predict' : `reveal.${name}.answer`;

function answerFaults(name: QuestionName, question: Question, answer: Answer): Problem[] {
  const path = answerPath(name);
  if (question.kind !== answer.kind) return [fault('LES-12', path, answer.kind, { what: question.kind })];
  const outcomes = outcomesOf(question);
  const faults = Object.keys(answer.counters ?? {})
    .filter((outcome) => !outcomes.includes(outcome))
    .map((outcome) => fault('LES-13', `${path}.counters.${outcome}`, outcome));
  const differs = (key: string, expected: readonly string[]) =>
    faults.push(fault('LES-14', `${path}.${key}`, expected.join(', ')));
  if (question.kind === 'choice' && answer.kind === 'choice' && !question.options.includes(answer.right))
    differs('right', question.options);
  if ((question.kind === 'number' || question.kind === 'curve') && !isScale(question))
    faults.push(fault('LES-33', path.replace(/answer$/, 'question')));
  if (question.kind === 'number' && answer.kind === 'number') {
    if (answer.about < question.min || answer.about > question.max)
      faults.push(fault('LES-16', `${path}.about`, String(answer.about)));
    if (answer.within === undefined && answer.withinFactor === undefined) faults.push(fault('LES-17', path));
  }
  if (question.kind === 'ranking' && answer.kind === 'ranking') {
    if (!isSameSet(question.items, answer.right)) differs('right', question.items);
    if (question.items.join() === answer.right.join()) faults.push(fault('LES-15', `${path}.right`));
    if (answer.by && !isSameSet(question.items, Object.keys(answer.by))) differs('by', question.items);
  }
  if (question.kind === 'curve' && answer.kind === 'curve' && question.x.length !== answer.about.length)
    differs('about', question.x.map(String));
  if (question.kind === 'allocation' && answer.kind === 'allocation') {
    if (!isSameSet(question.parts, Object.keys(answer.values))) differs('values', question.parts);
    if (!isSameSet(question.parts, Object.keys(answer.about))) differs('about', question.parts);
  }
  return faults;
}

function checkFaults(reveal: Reveal): Problem[] {
  const { goals, solution, question, answer } = reveal.check;
  const path = 'reveal.check';
  const checkItem = checkQuestion(reveal);
  const faults = checkItem ? answerFaults('check', checkItem.question, checkItem.answer) : [];
  if ((question === undefined) !== (answer === undefined))
    faults.push(fault('LES-18', path, 'question', { what: 'answer' }));
  if (!goals && !question) faults.push(fault('LES-19', path));
  // Both have their sentences under `check.<name>`.
  const options = question ? outcomesOf(question) : [];
  for (const { id } of goals ?? [])
    if (options.includes(id)) faults.push(fault('LES-21', `${path}.goals`, id));
  if ((goals === undefined) !== (solution === undefined))
    faults.push(fault('LES-18', path, 'goals', { what: 'solution' }));
  const sides = (goals ?? []).flatMap(({ value }) => namesIn(value));
  if (goals && !sides.some((name) => SIDE_NAMES.includes(name)))
    faults.push(fault('LES-20', `${path}.goals`));
  return faults;
}

/** The runs of a formula; none if it cannot be parsed, which is a separate fault. */
function namesIn(formula: string | number): string[] {
  try {
    return runsIn(formula);
  } catch {
    return [];
  }
}

/** Sections that a question needs besides its own. */
function sectionsOf(name: string, question: Question): string[] {
  if (question.kind === 'choice') return question.options.map((option) => `${name}.${option}`);
  if (question.kind === 'ranking') return question.items.map((item) => `${name}.${item}`);
  if (question.kind === 'allocation') return question.parts.map((part) => `${name}.${part}`);
  return question.kind === 'curve' ? [`${name}.x`, `${name}.y`] : [];
}

const feedbackOf = (name: string, question: Question): string[] =>
  outcomesOf(question).map((outcome) => `${name}.${outcome}.because`);

/** The sections that a lesson needs before the lock. */
const sectionsBefore = ({ predict }: Lesson): string[] => [
  'hook',
  'predict',
  ...sectionsOf('predict', predict),
];

/** Whether a section belongs before the lock. */
export const isBefore = (lesson: Lesson, section: string): boolean =>
  [...OPTIONAL_BEFORE, ...sectionsBefore(lesson)].includes(section);

function sectionsAfter({ predict }: Lesson, reveal: Reveal): string[] {
  const { see, check, transfer, published = [] } = reveal;
  const checkItem = checkQuestion(reveal);
  return [
    ...['run', 'see', 'reveal', 'explain', 'model', 'vary', 'check', 'transfer', 'sandbox'],
    ...feedbackOf('predict', predict),
    ...sectionsOf('see', see.question),
    ...feedbackOf('see', see.question),
    ...published.map(({ id }) => `published.${id}`),
    ...(check.goals ?? []).map(({ id }) => `check.${id}`),
    ...(checkItem
      ? [...sectionsOf('check', checkItem.question), ...feedbackOf('check', checkItem.question)]
      : []),
    ...sectionsOf('transfer', transfer.question),
    ...feedbackOf('transfer', transfer.question),
  ];
}

/** Optional sections before the lock: the question in one sentence. */
const OPTIONAL_BEFORE = ['question'];

/** All optional sections. */
const OPTIONAL = [...OPTIONAL_BEFORE, 'vary.after', 'takeaway', 'formula', 'measure'];

const figuresIn = (texts: Sections, section: string): string =>
  figuresOf(texts.get(section) ?? '')
    .map(({ format, formula }) => `${format} ${formula}`)
    .sort()
    .join(' | ');

function textFaults(texts: Readonly<Record<string, Sections>>, wanted: readonly string[]): Problem[] {
  const [reference] = Object.keys(texts);
  return Object.entries(texts).flatMap(([language, sections]) => {
    const about = (code: LessonCode) => (section: string) =>
      fault(code, section, section, { what: language });
    const names = [...sections.keys()];
    const other = texts[reference ?? ''] ?? sections;
    return [
      ...wanted.filter((section) => !sections.get(section)).map(about('LES-22')),
      ...names
        .filter((section) => !wanted.includes(section) && !OPTIONAL.includes(section))
        .map(about('LES-23')),
      ...names
        .filter((section) => figuresIn(sections, section) !== figuresIn(other, section))
        .map(about('LES-24')),
      ...names
        .filter((section) => withoutFigures(sections.get(section) ?? '').includes('{{'))
        .map(about('LES-25')),
    ];
  });
}

const withoutFigures = (text: string): string =>
  text.replaceAll(/\{\{(rate|us|percent|factor|count) [^{}]+\}\}/g, '');
