/** The files of every lesson, from the disk: what the page loads in parts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolveLessonLabels } from '../../.ci/label-references.mjs';
import { at } from '../../.ci/paths.mjs';
import type { Claim } from '../../src/evidence/check/claim.ts';
import type { LessonFiles } from '../../src/learn/lessons/faults.ts';
import type { Lesson, Reveal } from '../../src/learn/lessons/lesson.ts';
import { readSections } from '../../src/learn/lessons/text.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';

export interface LessonFolder extends LessonFiles {
  readonly id: string;
  readonly lesson: Lesson;
  readonly reveal: Reveal;
  /** What the lesson promises; held against the engine. */
  readonly claims: readonly Pick<Claim, 'id' | 'checks'>[];
}

/** Languages that lessons are translated into. English and Chinese are complete. */
const languages = LANGUAGES.filter(
  (language) =>
    ['en', 'zh-CN'].includes(language) ||
    existsSync(at('src/learn/lessons/content/rtt', `lesson.${language}.md`)),
);

const read = (id: string, file: string): string =>
  resolveLessonLabels(readFileSync(at('src/learn/lessons/content', id, file), 'utf8'), file);

const sections = (id: string, part: string) =>
  Object.fromEntries(
    languages.map((language) => [language, readSections(read(id, `${part}.${language}.md`))]),
  );

export const lessonFolders: readonly LessonFolder[] = readdirSync(at('src/learn/lessons/content')).map(
  (id) => ({
    id,
    lesson: JSON.parse(read(id, 'lesson.json')),
    reveal: JSON.parse(read(id, 'reveal.json')),
    claims: JSON.parse(read(id, 'claims.json')),
    before: sections(id, 'lesson'),
    after: sections(id, 'reveal'),
  }),
);
