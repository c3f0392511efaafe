/** The course: its lessons in order, with prerequisites. Titles are in `i18n/<lang>/learn.json`. */
import course from './course.json';
import shortCourse from './short-course.json';

export type LessonId = string;

/** How much a lesson presupposes: nothing, the first lessons, or most of the course. */
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];

export interface CourseEntry {
  readonly id: LessonId;
  /** From 1. */
  readonly number: number;
  readonly module: string;
  readonly level: Level;
  /** Duration in minutes. */
  readonly minutes: number;
  /** Prerequisite lessons. */
  readonly needs: readonly LessonId[];
}

const folders = new Set(
  Object.keys(import.meta.glob('./content/*/lesson.json')).map((path) => path.split('/')[2] ?? ''),
);

/** The written lessons, in order. */
export const LESSONS: readonly CourseEntry[] = course.lessons
  .map((lesson, index) => ({ ...lesson, level: lesson.level as Level, number: index + 1 }))
  .filter(({ id }) => folders.has(id));

/** The parts of the course, in order. */
export const MODULES: readonly string[] = course.modules;

export const lessonNamed = (id: string): CourseEntry | undefined =>
  LESSONS.find((lesson) => lesson.id === id);

/**
 * A lesson of the short course for a class with its duration there: its beats, without check and transfer.
 */
export interface ShortLesson {
  readonly id: LessonId;
  readonly minutes: number;
}

/** One lesson period: 45 minutes. */
export const SHORT_COURSE: readonly ShortLesson[] = shortCourse;
