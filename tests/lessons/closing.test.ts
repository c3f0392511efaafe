/** Tests the closing of every lesson: code for four libraries, a formula, a check of one's own system, its metadata. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { learningResource } from '../../src/learn/lesson/learning-resource.ts';
import { LESSONS, LEVELS, lessonNamed } from '../../src/learn/lessons/course.ts';
import { readSections } from '../../src/learn/lessons/text.ts';
import { lessonFolders } from './files.ts';

/** A line fits beside the stage without scrolling far. */
const LONGEST_LINE = 110;

describe.each(lessonFolders.map((folder) => [folder.id, folder] as const))('the lesson %s', (id, folder) => {
  const code = readSections(readFileSync(at('src/learn/lessons/content', id, 'code.md'), 'utf8'));

  it.each(['jedis', 'lettuce', 'goRedis', 'nodeRedis'])(
    'has four to eight lines of code for %s',
    (library) => {
      const lines = (code.get(library) ?? '').split('\n');
      expect(lines[0]).toMatch(/^```(java|go|js)$/);
      expect(lines.at(-1)).toBe('```');
      const inner = lines.slice(1, -1);
      expect(inner.length).toBeGreaterThanOrEqual(4);
      expect(inner.length).toBeLessThanOrEqual(8);
      expect(inner.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
      // A bracket that is lost in copying is found.
      const count = (sign: string) => inner.join('\n').split(sign).length;
      for (const [open = '', close = ''] of ['()', '{}', '[]']) expect(count(open)).toBe(count(close));
    },
  );

  it.each(Object.entries(folder.after))('has a formula and a check in %s', (_, sections) => {
    expect(sections.get('formula')).toMatch(/[=≤≈]/);
    // One command or metric, as it is typed.
    expect(sections.get('measure')).toMatch(/`[^`]+`|histogram|直方图/);
  });
});

it('every lesson has a level, and is no easier than what it builds on', () => {
  const rank = (id: string) => LEVELS.indexOf(lessonNamed(id)?.level ?? 'beginner');
  for (const { id, needs, level } of LESSONS) {
    expect(LEVELS).toContain(level);
    for (const need of needs) expect(rank(need), `${id} needs ${need}`).toBeLessThanOrEqual(rank(id));
  }
});

it('the metadata is a LearningResource with level, time, objective and prerequisites', () => {
  const pool = lessonNamed('pool');
  if (!pool) throw new Error('no such lesson');
  const named = { title: (id: string) => `title of ${id}`, goal: (id: string) => `goal of ${id}` };
  expect(learningResource(pool, 'en', named)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: 'title of pool',
    teaches: 'goal of pool',
    educationalLevel: 'beginner',
    timeRequired: 'PT10M',
    competencyRequired: ['title of rtt'],
    inLanguage: 'en',
  });
});
