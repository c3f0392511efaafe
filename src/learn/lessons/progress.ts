/** The learner's progress as plain data: stored in the browser, and exported as a file. Pure. */
import { type IncidentsProgress, readIncidents } from '../incidents/incident-progress.ts';
import type { LessonId } from './course.ts';
import type { Given } from './grade.ts';
import { type QuestionName, STEPS, type StepName } from './lesson.ts';

export interface LessonProgress {
  /** Index of the furthest opened step. */
  readonly reached: number;
  /** Answers; the answer to `predict` is the lock. */
  readonly given: Readonly<Partial<Record<QuestionName, Given>>>;
  /** The learner's own sentence. */
  readonly explanation: string;
  /** Fingerprint of the run that passed the check; empty when it was passed by answering alone; absent before. */
  readonly passed?: string;
  /** The fragment of the Lab's address of that run. */
  readonly link?: string;
  /** Whether the solution was shown before. */
  readonly wasShown?: boolean;
}

export type Progress = Readonly<Record<LessonId, LessonProgress>>;

export const NOTHING: LessonProgress = { reached: 0, given: {}, explanation: '' };

export type LessonState = 'new' | 'begun' | 'done';

const LAST = STEPS.length - 1;
const PREDICT = STEPS.indexOf('predict');

export const isLocked = ({ given }: LessonProgress): boolean => given.predict !== undefined;

export function stateOf(progress: LessonProgress | undefined): LessonState {
  if (!progress) return 'new';
  return progress.passed !== undefined && progress.reached === LAST ? 'done' : 'begun';
}

/** Completed share, 0 … 1. */
export const shareOf = (progress: LessonProgress | undefined): number =>
  progress ? progress.reached / LAST : 0;

/**
 * Whether a step may be opened: visited steps and the next one, but nothing after an unanswered prediction.
 */
export function isOpen(progress: LessonProgress, step: StepName): boolean {
  const place = STEPS.indexOf(step);
  return place <= progress.reached + 1 && (place <= PREDICT || isLocked(progress));
}

export const withStep = (progress: LessonProgress, step: StepName): LessonProgress =>
  isOpen(progress, step)
    ? { ...progress, reached: Math.max(progress.reached, STEPS.indexOf(step)) }
    : progress;

/** A prediction is locked once; other answers may change. */
export const withAnswer = (progress: LessonProgress, question: QuestionName, given: Given): LessonProgress =>
  question === 'predict' && isLocked(progress)
    ? progress
    : { ...progress, given: { ...progress.given, [question]: given } };

/** Format name in the file. */
const FORMAT = 'roundtrip-progress';
const VERSION = 1;

/** What has nothing in it is left out, as in files of older versions. */
const filled = (parts: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));

/**
 * @param practice of `learn/practice`
 * @param incidents of `learn/incidents`
 */
export const progressText = (
  lessons: Progress,
  practice: object = {},
  incidents: IncidentsProgress = {},
): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, lessons, ...filled({ practice, incidents }) }, null, 2)}\n`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const QUESTIONS: readonly QuestionName[] = ['predict', 'see', 'check', 'transfer'];

function isGiven(value: unknown): value is Given {
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return true;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined;
  return parts?.every((part) => typeof part === 'string' || Number.isFinite(part)) ?? false;
}

function readLesson(value: unknown): LessonProgress | undefined {
  if (!isObject(value) || !isObject(value.given)) return undefined;
  const { reached, given, explanation, passed, link, wasShown } = value;
  const answers = QUESTIONS.filter((name) => name in given && isGiven(given[name]));
  return {
    reached: Number.isInteger(reached) ? Math.min(LAST, Math.max(0, reached as number)) : 0,
    given: Object.fromEntries(answers.map((name) => [name, given[name]])),
    explanation: typeof explanation === 'string' ? explanation : '',
    ...(typeof passed === 'string' ? { passed } : {}),
    ...(typeof link === 'string' && link.startsWith('#/lab') ? { link } : {}),
    ...(wasShown === true ? { wasShown } : {}),
  };
}

/** The object in a file; undefined for another format. */
function fileOf(text: string | null): Record<string, unknown> | undefined {
  try {
    const file: unknown = JSON.parse(text ?? '');
    return isObject(file) && file.format === FORMAT && file.version === VERSION ? file : undefined;
  } catch {
    return undefined;
  }
}

/** What a file has of practice, unchecked. */
export const practiceIn = (text: string | null): unknown => fileOf(text)?.practice;

/** Parses a file or the stored progress; undefined for another format. Invalid lessons are dropped. */
export function readProgress(text: string | null): Progress | undefined {
  const file = fileOf(text);
  if (!file || !isObject(file.lessons)) return undefined;
  const entries = Object.entries(file.lessons).map(([id, value]) => [id, readLesson(value)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, LessonProgress] => !!entry[1]));
}

/** The hidden faults of a file; none for another format. */
export const readIncidentProgress = (text: string | null): IncidentsProgress =>
  readIncidents(fileOf(text)?.incidents);

/** Merges two histories of the same learner: of each lesson the one that is further. */
export function merged(kept: Progress, added: Progress): Progress {
  const rank = (lesson: LessonProgress | undefined) =>
    lesson ? lesson.reached + (lesson.passed === undefined ? 0 : STEPS.length) : -1;
  const better = Object.entries(added).filter(([id, lesson]) => rank(lesson) > rank(kept[id]));
  return { ...kept, ...Object.fromEntries(better) };
}
