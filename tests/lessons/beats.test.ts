import { describe, expect, test } from 'vitest';
import { beatsOf, indexOf, partsOf, setupOf } from '../../src/learn/lessons/beats.ts';
import { LESSONS, lessonNamed, SHORT_COURSE } from '../../src/learn/lessons/course.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import { lessonFolders } from './files.ts';

test('a text is cut between paragraphs, and every word of it is shown', () => {
  const paragraphs = Array.from({ length: 7 }, (_, i) => `${i} ${'word '.repeat(40)}`.trim());
  const parts = partsOf(paragraphs.join('\n\n'));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join('\n\n')).toBe(paragraphs.join('\n\n'));
  expect(partsOf('one short line')).toEqual(['one short line']);
  // A square character is as wide as two letters.
  expect(partsOf(`${'字'.repeat(300)}\n\n${'字'.repeat(300)}`)).toHaveLength(2);
});

describe.each(lessonFolders)('$id', ({ lesson, reveal, before, after }) => {
  test.each(LANGUAGES)('has words for every beat in %s, and no answer before the run', (language) => {
    const texts = new Map([...(before[language] ?? []), ...(after[language] ?? [])]);
    const beats = beatsOf(reveal, texts);
    for (const { kind, text } of beats) {
      expect([kind, text]).not.toEqual([kind, '']);
      // What is longer than a screen would have to be scrolled.
      expect((text ?? '').length).toBeLessThan(1100);
    }
    const kinds = beats.map(({ kind }) => kind);
    const early = beats.slice(0, kinds.indexOf('run'));
    expect(early.every(({ scene }) => scene === 'held')).toBe(true);
    for (const { text = '' } of early)
      for (const part of partsOf(after[language]?.get('reveal') ?? 'none')) expect(text).not.toContain(part);
    expect(setupOf('held', lesson, reveal)).toEqual(lesson.stage);
  });

  test('keeps its place in another language', () => {
    const [en, zh] = LANGUAGES.map((language) =>
      beatsOf(reveal, new Map([...(before[language] ?? []), ...(after[language] ?? [])])),
    );
    if (!en || !zh) throw new Error('two languages');
    for (const beat of en) expect(zh[indexOf(zh, beat)]?.kind).toBe(beat.kind);
  });
});

test('the short course is one lesson period of lessons that there are, in their order', () => {
  expect(SHORT_COURSE.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(45);
  const numbers = SHORT_COURSE.map(({ id }) => lessonNamed(id)?.number ?? 0);
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  expect(numbers.every((number) => number > 0 && number <= LESSONS.length)).toBe(true);
});
