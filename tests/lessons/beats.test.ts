import { describe, expect, test } from 'vitest';
import { beatsOf, indexOf, setupOf, slideOf } from '../../src/learn/lessons/beats.ts';
import { LESSONS, lessonNamed, SHORT_COURSE } from '../../src/learn/lessons/course.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import { lessonFolders } from './files.ts';

test('a slide has the question of a text, or its first sentence, and its first table', () => {
  expect(slideOf('One thread.\n\n**How many?**')).toBe('**How many?**');
  expect(slideOf('It takes 1.5 ms. Then it ends.')).toBe('It takes 1.5 ms.');
  expect(slideOf('先看线程。再看连接。')).toBe('先看线程。');
  expect(slideOf('Where it goes:\n\n| a | b |\n|---|---|')).toBe('Where it goes:\n\n| a | b |\n|---|---|');
  expect(slideOf('The limit:\n\n> a / b\n\nMore.')).toBe('The limit:\n\n> a / b');
  expect(slideOf('It takes {{us near.phases.execute.time.meanUs}} here. More.')).toBe(
    'It takes {{us near.phases.execute.time.meanUs}} here.',
  );
});

describe.each(lessonFolders)('$id', ({ lesson, reveal, before, after }) => {
  test.each(LANGUAGES)('has words for every beat in %s, and no answer before the run', (language) => {
    const texts = new Map([...(before[language] ?? []), ...(after[language] ?? [])]);
    const beats = beatsOf(reveal, texts);
    for (const { kind, text, slide } of beats) {
      expect([kind, text]).not.toEqual([kind, '']);
      expect([kind, slide]).not.toEqual([kind, '']);
      // The last row reads one sentence; a table may stand below it.
      const sentence = (slide ?? '').split('\n\n')[0] ?? '';
      expect(sentence.length, sentence).toBeLessThan(330);
    }
    const kinds = beats.map(({ kind }) => kind);
    const early = beats.slice(0, kinds.indexOf('run'));
    expect(early.every(({ scene }) => scene === 'held')).toBe(true);
    for (const { text = '', slide = '' } of early)
      for (const part of (after[language]?.get('reveal') ?? 'none').split(/\n{2,}/))
        expect(text + slide).not.toContain(part);
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
