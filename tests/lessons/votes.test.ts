import { expect, test } from 'vitest';
import type { Question } from '../../src/learn/lessons/lesson.ts';
import {
  choiceOf,
  choicesOf,
  countsOf,
  curvesOf,
  isAnswerTo,
  median,
  medianCurve,
  medianShares,
  NO_VOTES,
  totalOf,
  UNKNOWN,
  withAnswered,
  withHands,
} from '../../src/learn/lessons/votes.ts';
import { rightAnswer, wrongAnswer } from './answers.ts';
import { lessonFolders } from './files.ts';

const choice: Question = { kind: 'choice', options: ['a', 'b'] };
const number: Question = { kind: 'number', unit: 'rate', min: 10, max: 10_000_000, log: true };

test('hands and answers are counted together, and who answers again counts once', () => {
  let round = withHands(withHands(NO_VOTES, 'a', 4), 'b', -3);
  round = withAnswered(round, { voter: 'x', given: 'a' });
  round = withAnswered(round, { voter: 'y', given: null });
  round = withAnswered(round, { voter: 'x', given: 'b' });
  expect(countsOf(choice, round)).toEqual({ a: 4, b: 1, [UNKNOWN]: 1 });
  expect(totalOf(round)).toBe(6);
});

test('the ranges of a number cover its whole scale without gaps', () => {
  const ranges = choicesOf(number).flatMap(({ range }) => (range ? [range] : []));
  expect(ranges[0]?.[0]).toBe(10);
  expect(ranges.at(-1)?.[1]).toBe(10_000_000);
  for (const [i, [from, to]] of ranges.entries()) {
    expect(to).toBeGreaterThan(from);
    if (i > 0) expect(from).toBe(ranges[i - 1]?.[1]);
    expect(choiceOf(number, from)).toBe(choicesOf(number)[i]?.name);
  }
  expect(choiceOf(number, 10_000_000)).toBe('r5');
  expect(choiceOf(number, null)).toBe(UNKNOWN);
});

test('medians of numbers, curves and shares', () => {
  expect([median([3, 1, 2]), median([4, 1]), median([])]).toEqual([2, 2.5, undefined]);
  let round = NO_VOTES;
  for (const [i, given] of [[1, 10], [3, 30], [2, 90], null].entries())
    round = withAnswered(round, { voter: String(i), given });
  expect(medianCurve(curvesOf(round))).toEqual([2, 30]);
  expect(medianCurve([])).toBeUndefined();
  const shares = withAnswered(NO_VOTES, { voter: '1', given: { sleep: 60, redis: 40 } });
  expect(medianShares(shares, 'sleep')).toBe(60);
  expect(medianShares(NO_VOTES, 'sleep')).toBeUndefined();
});

test.each(lessonFolders)(
  'what answers the prediction of $id is told from what does not',
  ({ lesson, reveal }) => {
    const question = lesson.predict;
    for (const given of [rightAnswer(reveal.predict), wrongAnswer(question, reveal.predict), null])
      expect(isAnswerTo(question, given)).toBe(true);
    for (const nonsense of ['nowhere', -1, [], ['x'], {}, { sleep: 1e9 }, [Number.NaN], undefined, true])
      expect([nonsense, isAnswerTo(question, nonsense)]).toEqual([nonsense, false]);
  },
);
