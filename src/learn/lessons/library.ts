/**
 * Loads lessons from `content/<id>/`. The two halves are separate files in the built page: the part before
 * the lock holds no answers. Custom lessons are added at run time.
 */
import { type Language, REFERENCE } from '../../lib/languages.ts';
import { type LessonId, lessonNamed } from './course.ts';
import type { OwnLesson } from './custom-lesson.ts';
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
const freshs: Loaders<unknown> = import.meta.glob('./content/*/fresh.json', { import: 'default' });
const freshTexts: Loaders<string> = import.meta.glob<string>('./content/*/fresh.*.md', {
  query: '?raw',
  import: 'default',
});
const codes: Loaders<string> = import.meta.glob<string>('./content/*/code.md', {
  query: '?raw',
  import: 'default',
});

async function load<T>(loaders: Loaders<T>, path: string): Promise<T> {
  const loader = loaders[`./content/${path}`];
  if (!loader) throw new Error(`there is no ${path}`);
  return loader();
}

/** A text in a language; in the reference language without a translation. */
const loadText = (loaders: Loaders<string>, name: string, language: Language): Promise<string> => {
  const path = `${name}.${language}.md`;
  return load(loaders, `./content/${path}` in loaders ? path : `${name}.${REFERENCE}.md`);
};

/** Custom lessons by their name on this page. */
const customLessons = new Map<LessonId, OwnLesson>();

/** Adds a custom lesson; one of the same name is replaced. */
export const addOwnLesson = (id: LessonId, lesson: OwnLesson): void => void customLessons.set(id, lesson);

export const ownLesson = (id: LessonId): OwnLesson | undefined => customLessons.get(id);

/** Whether there is a lesson of this name. */
export const isLesson = (id: LessonId): boolean => customLessons.has(id) || lessonNamed(id) !== undefined;

export const loadLesson = async (id: LessonId): Promise<Lesson> =>
  customLessons.get(id)?.lesson ?? load(lessons, `${id}/lesson.json`);

/** Only after the lock. */
export const loadReveal = async (id: LessonId): Promise<Reveal> =>
  customLessons.get(id)?.reveal ?? load(reveals, `${id}/reveal.json`);

/** A custom lesson has one language, whatever the page has. */
export const loadLessonText = async (id: LessonId, language: Language): Promise<Sections> =>
  customLessons.get(id)?.before ?? readSections(await loadText(lessonTexts, `${id}/lesson`, language));

/** Only after the lock. */
export const loadRevealText = async (id: LessonId, language: Language): Promise<Sections> =>
  customLessons.get(id)?.after ?? readSections(await loadText(revealTexts, `${id}/reveal`, language));

/** The templates of a lesson's fresh problems (`learn/practice`). */
export const loadFresh = (id: LessonId): Promise<unknown> => load(freshs, `${id}/fresh.json`);

export const loadFreshText = async (id: LessonId, language: Language): Promise<Sections> =>
  readSections(await loadText(freshTexts, `${id}/fresh`, language));

/** The code of a lesson by library, in every language the same; undefined for a custom lesson, which has none. */
export const loadCode = async (id: LessonId): Promise<Sections | undefined> =>
  customLessons.has(id) ? undefined : readSections(await load(codes, `${id}/code.md`));
