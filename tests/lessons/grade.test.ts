import { describe, expect, it } from 'vitest';
import { FormulaError, type Results } from '../../src/learn/lessons/figures.ts';
import { type Given, gradeOf } from '../../src/learn/lessons/grade.ts';
import type { Answer } from '../../src/learn/lessons/lesson.ts';

const none: Results = (name) => {
  throw new FormulaError(`${name} has not been counted`);
};
const outcome = (answer: Answer, given: Given) => {
  const { isRight, outcome } = gradeOf(answer, given, none);
  return [isRight, outcome];
};

describe('a choice', () => {
  const answer: Answer = { kind: 'choice', right: 'four' };
  it('is right or has the outcome of its option', () => {
    expect(outcome(answer, 'four')).toEqual([true, 'four']);
    expect(outcome(answer, 'five')).toEqual([false, 'five']);
  });
  it('that is not made is told what would be right, and is not right', () => {
    expect(outcome(answer, null)).toEqual([false, 'four']);
  });
});

describe('a number', () => {
  it('may be off by a factor', () => {
    const answer: Answer = { kind: 'number', value: '7 * 10', withinFactor: 1.5, about: 70 };
    expect(outcome(answer, 105)).toEqual([true, 'right']);
    expect(outcome(answer, 106)).toEqual([false, 'high']);
    expect(outcome(answer, 47)).toEqual([true, 'right']);
    expect(outcome(answer, 46)).toEqual([false, 'low']);
  });
  it('may be off by an amount, also around 0', () => {
    const answer: Answer = { kind: 'number', value: 0, within: 0.1, about: 0 };
    expect(outcome(answer, 0.1)).toEqual([true, 'right']);
    expect(outcome(answer, -0.2)).toEqual([false, 'low']);
    expect(outcome(answer, null)).toEqual([false, 'right']);
  });
});

describe('an order', () => {
  const answer: Answer = { kind: 'ranking', right: ['a', 'b', 'c'] };
  it('is right as a whole or wrong', () => {
    expect(outcome(answer, ['a', 'b', 'c'])).toEqual([true, 'right']);
    expect(outcome(answer, ['b', 'a', 'c'])).toEqual([false, 'wrong']);
    expect(outcome(answer, null)).toEqual([false, 'right']);
  });
});

describe('a curve', () => {
  const answer: Answer = { kind: 'curve', value: 100, withinFactor: 2, about: [100] };
  it('is right within a factor in the mean of the logarithms', () => {
    expect(outcome(answer, [199])).toEqual([true, 'right']);
    expect(outcome(answer, [201])).toEqual([false, 'wrong']);
    expect(outcome(answer, [51])).toEqual([true, 'right']);
  });
  it('of another length is wrong', () => {
    expect(outcome(answer, [100, 100])).toEqual([false, 'wrong']);
  });
});

describe('an allocation', () => {
  const answer: Answer = { kind: 'allocation', values: { sleep: 42, redis: 18 }, within: 5, about: {} };
  it('is held against shares of the whole', () => {
    expect(gradeOf(answer, { sleep: 70, redis: 30 }, none)).toEqual({
      isRight: true,
      outcome: 'right',
      correct: { sleep: 70, redis: 30 },
    });
    expect(outcome(answer, { sleep: 64, redis: 36 })).toEqual([false, 'wrong']);
    expect(outcome(answer, { sleep: 100 })).toEqual([false, 'wrong']);
  });
});

it('nothing can be graded before its runs are counted', () => {
  expect(() => gradeOf({ kind: 'number', value: 'qps(x)', within: 1, about: 1 }, 1, none)).toThrow(
    FormulaError,
  );
});
