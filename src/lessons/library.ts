/**
 * Loads lessons from `content/<id>/`. The two halves are files of their own in the built page: what is fetched before the
 * lock holds no answers.
 */
import type { Language } from '../lib/languages.ts';
import type { LessonId } from './course.ts';
import type { Lesson, Reveal } from './lesson.ts';
import { readSections, type Sections } from './text.ts';

type Loaders<T> = Record<string, () => Promise<T>>;
const lessons: Loaders<Lesson> = import.meta.glob<Lesson>('./content/*/lesson.json', { import: 'default' });
const reveals: Loaders<Reveal> = import.meta.glob<Reveal>('./content/*/reveal.json', { import: 'default' });
const lessonTexts: Loaders<string> = import.meta.glob<string>('./content/*/lesson.*.md', {
  query: '?raw',
  import: 'default',
});
const revealTexts: Loaders<string> = import.meta.glob<string>('./content/*/reveal.*.md', {
  query: '?raw',
  import: 'default',
});

async function load<T>(loaders: Loaders<T>, path: string): Promise<T> {
  const loader = loaders[`./content/${path}`];
  if (!loader) throw new Error(`there is no ${path}`);
  return loader();
}

export const loadLesson = (id: LessonId): Promise<Lesson> => load(lessons, `${id}/lesson.json`);

/** Only after the lock. */
export const loadReveal = (id: LessonId): Promise<Reveal> => load(reveals, `${id}/reveal.json`);

export const loadLessonText = async (id: LessonId, language: Language): Promise<Sections> =>
  readSections(await load(lessonTexts, `${id}/lesson.${language}.md`));

/** Only after the lock. */
export const loadRevealText = async (id: LessonId, language: Language): Promise<Sections> =>
  readSections(await load(revealTexts, `${id}/reveal.${language}.md`));
