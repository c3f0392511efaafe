/**
 * Spaced repetition with the boxes of Sebastian Leitner (So lernt man lernen, 1972): a right answer moves a lesson up one box, a wrong one
 * back to the first. Each box is repeated half as often as the one below. Pure.
 */
import * as v from 'valibot';
import { LESSONS, type LessonId } from '../lessons/course.ts';

/** Days until a lesson of each box is due again. */
export const INTERVALS_DAYS = [1, 2, 4, 8, 16] as const;

const practised = v.object({
  /** Index of the box, 0 to 4. */
  box: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(INTERVALS_DAYS.length - 1)),
  /** Local day of the last answer, days since 1970. */
  day: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Problems answered: the next one has other numbers. */
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type Practised = v.InferOutput<typeof practised>;

/** By lesson; a lesson that was never practised is absent. */
export type Practice = Readonly<Record<LessonId, Practised>>;

/** Reads untrusted data; invalid lessons are dropped. */
export function readPractice(value: unknown): Practice {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, one]) => {
      const read = v.safeParse(practised, one);
      return read.success ? [[id, read.output]] : [];
    }),
  );
}

const MS_PER_DAY = 86_400_000;

/** The local day of a date. */
export const dayOf = (date: Date): number =>
  Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / MS_PER_DAY);

/** The day on which a lesson is due; undefined when it was never practised. */
export const dueDay = (one: Practised | undefined): number | undefined =>
  one && one.day + (INTERVALS_DAYS[one.box] ?? 1);

export const isDue = (one: Practised | undefined, today: number): boolean => (dueDay(one) ?? today) <= today;

/** A lesson after an answer. */
export function afterAnswer(one: Practised | undefined, isRight: boolean, today: number): Practised {
  const last = INTERVALS_DAYS.length - 1;
  return {
    box: isRight ? Math.min(last, one ? one.box + 1 : 0) : 0,
    day: today,
    count: (one?.count ?? 0) + 1,
  };
}

/** The due lessons: the longest overdue first, then those that were never practised, in the order of the course. */
export function dueLessons(practice: Practice, today: number): LessonId[] {
  const due = LESSONS.map(({ id }) => id).filter((id) => isDue(practice[id], today));
  return due.sort((one, other) => (dueDay(practice[one]) ?? today) - (dueDay(practice[other]) ?? today));
}

/** Later answers count: the history of the same learner from two browsers. */
export const mergedPractice = (kept: Practice, added: Practice): Practice => ({
  ...kept,
  ...Object.fromEntries(Object.entries(added).filter(([id, one]) => one.count > (kept[id]?.count ?? 0))),
});
