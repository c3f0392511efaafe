/** Guesses as people type them. */
import { expect, test } from 'vitest';
import { readGuess } from '../../src/learn/lessons/guess.ts';
import type { Unit } from '../../src/learn/lessons/lesson.ts';
import { lessonFolders } from './files.ts';

test.each([
  ['20 ms', 'us', 20_000],
  ['0.5ms', 'us', 500],
  ['800 µs', 'us', 800],
  ['800', 'us', 800],
  ['3 %', 'percent', 3],
  ['20k/s', 'rate', 20_000],
  ['16 700', 'rate', 16_700],
  ['16,700/s', 'rate', 16_700],
  ['×18', 'factor', 18],
  ['.5', 'count', 0.5],
  ['', 'count', undefined],
  ['many', 'count', undefined],
  ['3 parsecs', 'us', undefined],
] as [string, Unit, number | undefined][])('%s as %s is %s', (text, unit, value) => {
  expect(readGuess(text, unit)).toBe(value);
});

test.each(lessonFolders.map((folder) => [folder.id, folder] as const))(
  'the lesson %s has a question and a takeaway that fit on a slide',
  (_, { before, after }) => {
    const words = (text = '') => text.split(/\s+/).length;
    const letters = (text = '') => text.match(/\p{Script=Han}/gu)?.length ?? 0;
    expect(words(before.en?.get('question'))).toBeLessThanOrEqual(30);
    expect(words(after.en?.get('takeaway'))).toBeLessThanOrEqual(30);
    for (const text of [before['zh-CN']?.get('question'), after['zh-CN']?.get('takeaway')]) {
      expect(letters(text)).toBeGreaterThan(5);
      expect(letters(text)).toBeLessThanOrEqual(60);
    }
    expect(before.en?.get('question')).toMatch(/\?$/);
  },
);
