/** What is wrong with the files of a lesson: for the tests, and for authors while they write. */
import * as v from 'valibot';
import { runsIn } from '../evidence/check/expression.ts';
import { presetIds } from '../scenario/presets.ts';
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
import { checkQuestion, neededRuns, type Runs, recipeOf, runsOf, SIDE_NAMES } from './runs.ts';
import { figuresOf, type Sections } from './text.ts';

export interface LessonFiles {
  readonly lesson: unknown;
  readonly reveal: unknown;
  /** Texts by language, before and after the lock. */
  readonly before: Readonly<Record<string, Sections>>;
  readonly after: Readonly<Record<string, Sections>>;
}

/** One sentence each; none: nothing is wrong. What is true is for the claims to say. */
export function faultsIn({ lesson, reveal, before, after }: LessonFiles): string[] {
  const shape = [
    ...schemaFaults('lesson.json', lessonSchema, lesson),
    ...schemaFaults('reveal.json', revealSchema, reveal),
  ];
  if (shape.length > 0) return shape;
  const [first, second] = [lesson as Lesson, reveal as Reveal];
  return [
    ...runFaults(first, second, after),
    ...answerFaults('predict', first.predict, second.predict),
    ...answerFaults('see', second.see.question, second.see.answer),
    ...answerFaults('transfer', second.transfer.question, second.transfer.answer),
    ...checkFaults(second),
    ...textFaults('lesson', before, sectionsBefore(first)),
    ...textFaults('reveal', after, sectionsAfter(first, second)),
  ];
}

function schemaFaults(file: string, schema: v.GenericSchema, value: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map((issue) => `${file}: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
}

function runFaults(lesson: Lesson, reveal: Reveal, after: LessonFiles['after']): string[] {
  const runs = runsOf(lesson, reveal);
  const known = (name: string) => Object.hasOwn(runs, name) || presetIds.includes(name);
  const needed = Object.values(after).flatMap((texts) => neededRuns(reveal, texts));
  const setups = setupsOf(lesson, reveal);
  const staged = setups.flatMap(({ a, b }) => (b === undefined ? [a] : [a, b]));
  const bases = Object.values(runs).flatMap(({ from }) => (from === undefined ? [] : [from]));
  const names = [...new Set([...needed, ...staged, ...bases])];
  return [
    ...names.filter((name) => !known(name)).map((name) => `there is no run and no preset named ${name}`),
    ...Object.keys(runs)
      .filter((name) => SIDE_NAMES.includes(name) || presetIds.includes(name))
      .map((name) => `no run can be named ${name}`),
    ...Object.keys(runs)
      .filter((name) => !names.includes(name))
      .map((name) => `nothing speaks of the run ${name}`),
    ...staged.filter(known).flatMap((name) => stageFaults(runs, name)),
  ];
}

function stageFaults(runs: Runs, name: string): string[] {
  const { preset, sweep } = recipeOf(runs, name);
  return [
    ...(preset === undefined ? [`${name} is on the stage and so must start from a preset`] : []),
    ...(sweep ? [`${name} is on the stage and so cannot be a sweep`] : []),
  ];
}

function setupsOf({ stage }: Lesson, { predict, see, vary, check, transfer }: Reveal): Setup[] {
  const answers = [predict, see.answer, transfer.answer, ...(check.answer ? [check.answer] : [])];
  const counters = answers.flatMap((answer) => Object.values(answer.counters ?? {}));
  const own = [vary.stage, check.stage].filter((setup) => setup !== undefined);
  return [stage, ...own, ...counters.map((counter) => counter.stage)];
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();

function answerFaults(name: QuestionName, question: Question, answer: Answer): string[] {
  if (question.kind !== answer.kind) return [`${name}: a ${question.kind} is answered by a ${answer.kind}`];
  const outcomes = outcomesOf(question);
  const faults = Object.keys(answer.counters ?? {})
    .filter((outcome) => !outcomes.includes(outcome))
    .map((outcome) => `${name}: no answer has the outcome ${outcome}, which has a counter-run`);
  if (question.kind === 'choice' && answer.kind === 'choice' && !question.options.includes(answer.right))
    faults.push(`${name}: ${answer.right} is none of the options`);
  if (question.kind === 'number' && answer.kind === 'number') {
    if (answer.about < question.min || answer.about > question.max)
      faults.push(`${name}: ${answer.about} is not on the slider`);
    if (answer.within === undefined && answer.withinFactor === undefined)
      faults.push(`${name}: how far off may it be? (within or withinFactor)`);
  }
  if (question.kind === 'ranking' && answer.kind === 'ranking') {
    if (!isSameSet(question.items, answer.right)) faults.push(`${name}: items and right order differ`);
    if (question.items.join() === answer.right.join()) faults.push(`${name}: begins in the right order`);
    if (answer.by && !isSameSet(question.items, Object.keys(answer.by)))
      faults.push(`${name}: not every item has its number`);
  }
  if (question.kind === 'curve' && answer.kind === 'curve' && question.x.length !== answer.about.length)
    faults.push(`${name}: ${question.x.length} places, ${answer.about.length} values`);
  if (question.kind === 'allocation' && answer.kind === 'allocation') {
    if (!isSameSet(question.parts, Object.keys(answer.values)))
      faults.push(`${name}: parts and values differ`);
    if (!isSameSet(question.parts, Object.keys(answer.about)))
      faults.push(`${name}: parts and "about" differ`);
  }
  return faults;
}

function checkFaults(reveal: Reveal): string[] {
  const { goals, solution, question, answer } = reveal.check;
  const asked = checkQuestion(reveal);
  const faults = asked ? answerFaults('check', asked.question, asked.answer) : [];
  if ((question === undefined) !== (answer === undefined))
    faults.push('check: question and answer go together');
  if (!goals && !question) faults.push('check: nothing is asked for');
  // Both have their sentences under `check.<name>`.
  const options = question ? outcomesOf(question) : [];
  for (const { id } of goals ?? [])
    if (options.includes(id)) faults.push(`check: ${id} is a goal and an answer`);
  if ((goals === undefined) !== (solution === undefined))
    faults.push('check: goals and solution go together');
  const sides = (goals ?? []).flatMap(({ value }) => runsIn(value));
  if (goals && !sides.some((name) => SIDE_NAMES.includes(name)))
    faults.push('check: no goal speaks of the stage (a or b)');
  return faults;
}

/** What a question needs besides its own section. */
function sectionsOf(name: string, question: Question): string[] {
  if (question.kind === 'choice') return question.options.map((option) => `${name}.${option}`);
  if (question.kind === 'ranking') return question.items.map((item) => `${name}.${item}`);
  if (question.kind === 'allocation') return question.parts.map((part) => `${name}.${part}`);
  return question.kind === 'curve' ? [`${name}.x`, `${name}.y`] : [];
}

const feedbackOf = (name: string, question: Question): string[] =>
  outcomesOf(question).map((outcome) => `${name}.${outcome}.because`);

const sectionsBefore = ({ predict }: Lesson): string[] => [
  'hook',
  'predict',
  ...sectionsOf('predict', predict),
];

function sectionsAfter({ predict }: Lesson, reveal: Reveal): string[] {
  const { see, check, transfer, published = [] } = reveal;
  const asked = checkQuestion(reveal);
  return [
    ...['run', 'see', 'reveal', 'explain', 'model', 'vary', 'check', 'transfer', 'sandbox'],
    ...feedbackOf('predict', predict),
    ...sectionsOf('see', see.question),
    ...feedbackOf('see', see.question),
    ...published.map(({ id }) => `published.${id}`),
    ...(check.goals ?? []).map(({ id }) => `check.${id}`),
    ...(asked ? [...sectionsOf('check', asked.question), ...feedbackOf('check', asked.question)] : []),
    ...sectionsOf('transfer', transfer.question),
    ...feedbackOf('transfer', transfer.question),
  ];
}

/** Sections that may be left out. */
const OPTIONAL = ['vary.after'];

const figuresIn = (texts: Sections, section: string): string =>
  figuresOf(texts.get(section) ?? '')
    .map(({ format, formula }) => `${format} ${formula}`)
    .sort()
    .join(' | ');

function textFaults(
  file: string,
  texts: Readonly<Record<string, Sections>>,
  wanted: readonly string[],
): string[] {
  const [reference] = Object.keys(texts);
  return Object.entries(texts).flatMap(([language, sections]) => {
    const name = `${file}.${language}.md`;
    const missing = wanted.filter((section) => !sections.get(section));
    const extra = [...sections.keys()].filter(
      (section) => !wanted.includes(section) && !OPTIONAL.includes(section),
    );
    const other = texts[reference ?? ''] ?? sections;
    const differing = [...sections.keys()].filter(
      (section) => figuresIn(sections, section) !== figuresIn(other, section),
    );
    const broken = [...sections].filter(([, text]) => /\{\{/.test(withoutFigures(text)));
    return [
      ...missing.map((section) => `${name}: ${section} is missing`),
      ...extra.map((section) => `${name}: nothing asks for ${section}`),
      ...differing.map((section) => `${name}: ${section} has other figures than ${reference}`),
      ...broken.map(([section]) => `${name}: ${section} has a figure that cannot be read`),
    ];
  });
}

const withoutFigures = (text: string): string =>
  text.replaceAll(/\{\{(rate|us|percent|factor|count) [^{}]+\}\}/g, '');
