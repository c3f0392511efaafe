import { describe, expect, it } from 'vitest';
import { STEPS } from '../../src/learn/lessons/lesson.ts';
import {
  isOpen,
  type LessonProgress,
  merged,
  NOTHING,
  progressText,
  readProgress,
  shareOf,
  stateOf,
  withAnswer,
  withStep,
} from '../../src/learn/lessons/progress.ts';

const locked = withAnswer(withStep(NOTHING, 'predict'), 'predict', 'four');
const whole = STEPS.reduce<LessonProgress>((progress, step) => withStep(progress, step), locked);

describe('steps', () => {
  it('open one after the other, and none past an open prediction', () => {
    expect(STEPS.filter((step) => isOpen(NOTHING, step))).toEqual(['hook', 'predict']);
    expect(isOpen(withStep(NOTHING, 'predict'), 'run')).toBe(false);
    expect(STEPS.filter((step) => isOpen(locked, step))).toEqual(['hook', 'predict', 'run']);
    expect(withStep(locked, 'check')).toEqual(locked);
  });
  it('stay open when one goes back', () => {
    expect(withStep(whole, 'hook').reached).toBe(STEPS.length - 1);
  });
});

it('a prediction is locked once, "I do not know" included; other answers may be given again', () => {
  expect(withAnswer(locked, 'predict', 'five')).toBe(locked);
  const unknown = withAnswer(NOTHING, 'predict', null);
  expect(withAnswer(unknown, 'predict', 'four').given.predict).toBe(null);
  expect(withAnswer(withAnswer(locked, 'see', 'a'), 'see', 'b').given.see).toBe('b');
});

it('a lesson is done when its check is passed and its end reached', () => {
  expect([undefined, locked, whole].map(stateOf)).toEqual(['new', 'begun', 'begun']);
  expect(stateOf({ ...whole, passed: '' })).toBe('done');
  expect(stateOf({ ...locked, passed: 'abc' })).toBe('begun');
  expect([undefined, whole].map(shareOf)).toEqual([0, 1]);
});

describe('a file of progress', () => {
  const lessons = {
    rtt: {
      ...whole,
      passed: 'abc',
      explanation: 'because',
      given: { predict: [1, 2], see: { a: 1 }, check: null },
    },
  };
  it('comes back as it was', () => {
    expect(readProgress(progressText(lessons))).toEqual(lessons);
  });
  it.each([
    '',
    '{}',
    '[]',
    'null',
    '{"format":"roundtrip-progress","version":2,"lessons":{}}',
    '{"lessons":{}}',
  ])('is refused when it is something else: %s', (text) => {
    expect(readProgress(text)).toBeUndefined();
  });
  it('keeps what makes sense of a damaged one', () => {
    const text = JSON.stringify({
      format: 'roundtrip-progress',
      version: 1,
      lessons: { a: 7, b: { given: { see: () => 0, predict: { x: [] } }, reached: 99, passed: 5 }, c: null },
    });
    expect(readProgress(text)).toEqual({ b: { given: {}, reached: STEPS.length - 1, explanation: '' } });
  });
  it('is taken over where it is further', () => {
    const behind = { rtt: locked, pool: locked };
    expect(merged(behind, lessons)).toEqual({ ...lessons, pool: locked });
    expect(merged(lessons, behind)).toEqual({ ...lessons, pool: locked });
    const passedEarly = { rtt: { ...locked, passed: 'x' } };
    expect(merged({ rtt: whole }, passedEarly)).toEqual(passedEarly);
  });
});
