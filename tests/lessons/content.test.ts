/**
 * Every lesson, whoever wrote it: its files fit together, its promises hold (for three seeds in the deep tier), the answers it calls right are
 * graded right, and its check can be passed and is not passed from the start.
 */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/evidence/check/claim.ts';
import { evaluate } from '../../src/evidence/check/expression.ts';
import { judge } from '../../src/evidence/check/judge.ts';
import english from '../../src/i18n/en/learn.json';
import course from '../../src/learn/lessons/course.json';
import { LESSONS } from '../../src/learn/lessons/course.ts';
import { faultsIn } from '../../src/learn/lessons/faults.ts';
import { goalState } from '../../src/learn/lessons/goals.ts';
import { gradeOf, outcomesOf } from '../../src/learn/lessons/grade.ts';
import type { Answer, Question } from '../../src/learn/lessons/lesson.ts';
import { checkQuestion, runsOf } from '../../src/learn/lessons/runs.ts';
import { figuresOf } from '../../src/learn/lessons/text.ts';
import type { Edits } from '../../src/model/scenario/patch.ts';
import { deep } from '../support/tier.ts';
import { rightAnswer, wrongAnswer } from './answers.ts';
import { type LessonFolder, lessonFolders } from './files.ts';
import { namesIn, resultsOf, scenariosOf } from './lesson-runs.ts';

const SEEDS = deep ? [1, 2, 3] : [1];

const questionsOf = ({ lesson, reveal }: LessonFolder): [string, Question, Answer][] => {
  const asked = checkQuestion(reveal);
  return [
    ['predict', lesson.predict, reveal.predict],
    ['see', reveal.see.question, reveal.see.answer],
    ['transfer', reveal.transfer.question, reveal.transfer.answer],
    ...(asked ? [['check', asked.question, asked.answer] as [string, Question, Answer]] : []),
  ];
};

it('the course names every folder, and the catalogue every lesson of the course', () => {
  const ids = course.lessons.map(({ id }) => id);
  expect(ids).toEqual(Object.keys(english.lessons));
  expect(lessonFolders.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
  expect(LESSONS).toHaveLength(lessonFolders.length);
  for (const { id, needs, module } of course.lessons) {
    expect(course.modules).toContain(module);
    for (const need of needs) expect(ids.indexOf(need)).toBeLessThan(ids.indexOf(id));
  }
});

it('a goal that is called like an answer is a fault: they would share a sentence', () => {
  const folder = lessonFolders.find(({ id }) => id === 'pipelining');
  if (!folder) throw new Error('no such lesson');
  const { check } = folder.reveal;
  const goals = check.goals?.map((goal) => ({ ...goal, id: 'half' })) ?? [];
  const reveal = { ...folder.reveal, check: { ...check, goals } };
  expect(faultsIn({ ...folder, reveal })).toContainEqual({
    code: 'LES-21',
    path: 'reveal.check.goals',
    value: 'half',
  });
});

describe.each(lessonFolders.map((folder) => [folder.id, folder] as const))('the lesson %s', (_, folder) => {
  const { lesson, reveal, claims, after } = folder;

  it('has no faults in its files', () => {
    expect(faultsIn(folder)).toEqual([]);
  });

  it('has runs that are valid and short enough to be counted while one reads', () => {
    const names = [...namesIn(folder), ...Object.keys(runsOf(lesson, reveal))];
    let events = 0;
    for (const name of new Set(names)) {
      for (const { scenario } of scenariosOf(folder, name, 1)) {
        events += 1;
        expect([name, scenario.run.warmupMs + scenario.run.measuredMs <= 70_000]).toEqual([name, true]);
      }
    }
    expect(events).toBeLessThanOrEqual(60);
  });

  it('says numbers that its runs have', () => {
    const results = resultsOf(folder, 1);
    for (const sections of Object.values(after)) {
      for (const { formula } of [...sections.values()].flatMap(figuresOf)) {
        if (/\b[ab]\b[.)]/.test(formula)) continue;
        const values = evaluate(formula, results);
        expect([formula, values.length, Number.isFinite(values[0])]).toEqual([formula, 1, true]);
      }
    }
  });

  it('promises something', () => {
    expect(claims.length).toBeGreaterThan(0);
  });

  describe.each(SEEDS)('with seed %i', (seed) => {
    const results = resultsOf(folder, seed);

    it.each(claims.map((claim) => [claim.id, claim] as const))('keeps its promise: %s', (_id, claim) => {
      const judged = judge({ status: 'passing', ...claim } as Claim, results);
      expect(
        judged.results.every(({ holds }) => holds),
        JSON.stringify(judged.results),
      ).toBe(true);
      expect(judged.results.length).toBeGreaterThan(0);
    });

    it.each(questionsOf(folder))(
      'grades the right answer to %s as right, and a wrong one as wrong',
      (_name, question, answer) => {
        const right = gradeOf(answer, rightAnswer(answer), results);
        expect([right, right.isRight]).toEqual([right, true]);
        const wrong = gradeOf(answer, wrongAnswer(question, answer), results);
        expect([wrong, wrong.isRight]).toEqual([wrong, false]);
        expect(outcomesOf(question)).toContain(wrong.outcome);
        expect(gradeOf(answer, null, results).isRight).toBe(false);
      },
    );

    it('has rankings that the runs give', () => {
      for (const [name, , answer] of questionsOf(folder)) {
        if (answer.kind !== 'ranking' || !answer.by) continue;
        const values = answer.right.map(
          (item) => evaluate(answer.by?.[item] ?? '', results)[0] ?? Number.NaN,
        );
        expect([name, [...values].sort((one, other) => other - one)]).toEqual([name, values]);
      }
    });

    it('can be passed, and is not passed from the start', () => {
      const { goals = [], solution = {}, stage } = reveal.check;
      if (goals.length === 0) return;
      const setup = stage ?? lesson.stage;
      const met = (edits: { a?: Edits; b?: Edits }) => {
        const staged = resultsOf(folder, seed, { setup, edits });
        return goals.map((goal) => goalState(goal, staged).isMet);
      };
      expect(met(solution as { a?: Edits; b?: Edits })).toEqual(goals.map(() => true));
      expect(met({})).toContain(false);
    });

    it('says of published values what the model says', () => {
      for (const { id, model } of reveal.published ?? [])
        expect([id, Number.isFinite(evaluate(model, results)[0])]).toEqual([id, true]);
    });
  });
});
