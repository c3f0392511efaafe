/** Spaced repetition: the boxes of Leitner. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { practiceIn, progressText, readProgress } from '../../src/learn/lessons/progress.ts';
import {
  afterAnswer,
  dayOf,
  dueDay,
  dueLessons,
  isDue,
  mergedPractice,
  type Practised,
  readPractice,
} from '../../src/learn/practice/schedule.ts';

it('a right answer moves a lesson up and doubles its interval, a wrong one leads back to the first box', () => {
  let one: Practised | undefined;
  const due: number[] = [];
  for (const day of [100, 101, 103, 107, 115, 131]) {
    expect(isDue(one, day)).toBe(true);
    if (one) expect(isDue(one, day - 1)).toBe(false);
    one = afterAnswer(one, true, day);
    due.push((dueDay(one) ?? 0) - day);
  }
  expect(due).toEqual([1, 2, 4, 8, 16, 16]);
  expect(afterAnswer(one, false, 131)).toEqual({ box: 0, day: 131, count: 7 });
});

it('the longest overdue comes first, then what was never practised', () => {
  const practice = {
    rtt: { box: 0, day: 98, count: 1 },
    pool: { box: 0, day: 90, count: 1 },
    mget: { box: 4, day: 99, count: 5 },
  };
  const due = dueLessons(practice, 100);
  expect(due.slice(0, 3)).toEqual(['pool', 'rtt', 'journey']);
  expect(due).not.toContain('mget');
});

it('survives the progress file, and damaged entries are dropped', () => {
  const practice = { rtt: { box: 2, day: 20_000, count: 3 } };
  const text = progressText({}, practice);
  expect(readProgress(text)).toEqual({});
  expect(readPractice(practiceIn(text))).toEqual(practice);
  expect(readPractice({ ...practice, pool: { box: 9, day: 1, count: 1 } })).toEqual(practice);
  expect(mergedPractice(practice, { rtt: { box: 0, day: 1, count: 2 } })).toEqual(practice);
  fc.assert(fc.property(fc.anything(), (value) => typeof readPractice(value) === 'object'));
});

it('a day is a day of the reader’s calendar', () => {
  expect(dayOf(new Date(2026, 0, 2, 0, 1)) - dayOf(new Date(2026, 0, 1, 23, 59))).toBe(1);
});
