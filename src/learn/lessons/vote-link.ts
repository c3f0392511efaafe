/** The short name of a vote in an address: the number of its lesson and its code, `3-ABCDE`. It is read off a screen and typed. */
import { LESSONS, type LessonId, lessonNamed } from './course.ts';

const VOTE = /^(\d{1,2})-([a-z0-9]{4,8})$/i;

/** What an address calls a vote; undefined for a lesson without a number, which no class can open. */
export function voteName(id: LessonId, code: string): string | undefined {
  const number = lessonNamed(id)?.number;
  return number === undefined ? undefined : `${number}-${code}`;
}

/** The lesson and the code that a name in an address means; undefined when it means no vote. */
export function voteNamed(name: string): { readonly id: LessonId; readonly code: string } | undefined {
  const [, number, code] = VOTE.exec(name) ?? [];
  const lesson = LESSONS.find((candidate) => candidate.number === Number(number));
  return lesson && code !== undefined ? { id: lesson.id, code: code.toUpperCase() } : undefined;
}
