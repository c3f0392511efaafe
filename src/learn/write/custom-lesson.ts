/**
 * Custom lessons: validated by the engine too, opened under a name of their own, shared as a link or a file.
 */

import { normalize } from '../../lab/run/normalize.ts';
import { deflated, inflated } from '../../lib/deflate.ts';
import { saveText } from '../../lib/download.ts';
import { type Language, REFERENCE } from '../../lib/languages.ts';
import { hashOf } from '../../model/scenario/pack.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { learnProgress } from '../lesson/learn-state.ts';
import { renewLesson } from '../lesson/lesson.ts';
import { baseOf } from '../lesson/stage.ts';
import { lessonNamed } from '../lessons/course.ts';
import { type OwnLesson, type Reading, readOwnLesson, writeOwnLesson } from '../lessons/custom-lesson.ts';
import { STEPS } from '../lessons/lesson.ts';
import { addOwnLesson, loadLesson, loadLessonText, loadReveal, loadRevealText } from '../lessons/library.ts';
import { NOTHING } from '../lessons/progress.ts';
import { type Runs, recipeOf, runsOf, variantsOf } from '../lessons/runs.ts';

/** Name of the lesson in the editor's preview. */
export const PREVIEW = 'preview';

/** Longest run in model time, s: the course's runs are shorter. */
const LONGEST_RUN_S = 70;

/** Longest address: many programs cut longer ones; mail does not break this one. */
export const LONGEST_LESSON_ADDRESS = 16_000;

/** Parses a text and validates its runs with the engine. */
export async function judgeOwnLesson(text: string): Promise<Reading> {
  const reading = readOwnLesson(text);
  const { own, faults, located } = reading;
  if (!own) return reading;
  const runs = runsOf(own.lesson, own.reveal);
  const found = await Promise.all(Object.keys(runs).map((name) => runProblems(runs, name)));
  const refused = found.flat().map(located);
  return { own: refused.length > 0 ? undefined : own, faults: [...faults, ...refused], located };
}

async function runProblems(runs: Runs, name: string): Promise<Problem[]> {
  const path = `runs.${name}`;
  const recipe = recipeOf(runs, name);
  for (const { scenario: partial } of variantsOf(recipe, await baseOf(recipe.preset))) {
    const { scenario, issues } = await normalize(partial);
    if (!scenario) {
      const what = issues.map((issue) => `${issue.path} (${issue.code})`).join(', ');
      return [{ code: 'LES-27', path, value: name, facts: { what } }, ...issues];
    }
    const seconds = (scenario.run.warmupMs + scenario.run.measuredMs) / 1000;
    if (seconds > LONGEST_RUN_S)
      return [{ code: 'LES-34', path, value: name, max: LONGEST_RUN_S, facts: { what: seconds } }];
  }
  return [];
}

/**
 * Registers a lesson on the page. It inherits the progress of a lesson with the same questions.
 * @returns its name
 */
export function openOwnLesson(own: OwnLesson): string {
  const id = `own-${hashOf(JSON.stringify([own.lesson, own.reveal])).toString(36)}`;
  addOwnLesson(id, own);
  return id;
}

/** Shows a changed text in the preview. */
export function previewLesson(own: OwnLesson): void {
  addOwnLesson(PREVIEW, own);
  void renewLesson();
}

/** The preview's progress: complete, so that every step is open, or empty, like a new learner's. */
export function beginPreview(isOpen: boolean): void {
  const progress = isOpen ? { ...NOTHING, reached: STEPS.length - 1, given: { predict: null } } : NOTHING;
  learnProgress.setState(({ lessons }) => ({ lessons: { ...lessons, [PREVIEW]: progress } }));
}

/** The preview leaves no progress. */
export function endPreview(): void {
  learnProgress.setState(({ lessons }) => ({
    lessons: Object.fromEntries(Object.entries(lessons).filter(([id]) => id !== PREVIEW)),
  }));
}

const templates = import.meta.glob<string>('../lessons/template.*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const templateOf = (language: Language) => templates[`../lessons/template.${language}.md`];

/** A small working lesson to start from; in the reference language without a translation. */
export const lessonTemplate = (language: Language): string =>
  templateOf(language) ?? templateOf(REFERENCE) ?? '';

/** A lesson of the course as a text to start from. */
export async function courseLessonText(
  id: string,
  language: Language,
  title: string,
  goal: string,
): Promise<string> {
  if (!lessonNamed(id)) return '';
  const [lesson, reveal, before, after] = await Promise.all([
    loadLesson(id),
    loadReveal(id),
    loadLessonText(id, language),
    loadRevealText(id, language),
  ]);
  return writeOwnLesson({ title, goal, language, lesson, reveal, before, after });
}

/** The fragment that opens a text as a lesson. */
export const lessonHash = async (text: string): Promise<string> => `#/learn/own?z=${await deflated(text)}`;

/** The full address of a text as a lesson. */
export const ownLessonAddress = async (text: string): Promise<string> =>
  location.href.replace(/#.*$/s, '') + (await lessonHash(text));

/** The text in an address; undefined without a readable one. */
export async function textInHash(hash: string): Promise<string | undefined> {
  const packed = /[?&]z=([\w-]+)/.exec(hash)?.[1];
  try {
    return packed === undefined ? undefined : await inflated(packed);
  } catch {
    return undefined;
  }
}

/** Saves the text as a file with the lesson's title. */
export function saveLesson(text: string, title: string | undefined): void {
  const name = (title ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'lesson';
  saveText(`${name.slice(0, 60)}.md`, text, 'text/markdown');
}
