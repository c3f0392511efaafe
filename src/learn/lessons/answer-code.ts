/**
 * An answer as a short text: a student's page shows it as a QR code, a teacher's page reads it. No server is
 * involved. Pure.
 */
import type { Question } from './lesson.ts';
import { type Answered, isAnswerTo } from './votes.ts';

/** Prefix of such a text, with its version. */
const KIND = 'RT1';

/** Longest accepted name of a voter. */
const MAX_VOTER = 24;

/** @param round 0 before the discussion, 1 after it */
export const answerText = (lesson: string, round: 0 | 1, { voter, given }: Answered): string =>
  JSON.stringify([KIND, lesson, round, voter, given]);

/** The result: an answer, or why it is invalid. */
export type ReadAnswer =
  | { readonly kind: 'answer'; readonly round: 0 | 1; readonly answered: Answered }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'otherLesson'; readonly lesson: string }
  | { readonly kind: 'invalid' };

function fieldsOf(text: string): readonly unknown[] | undefined {
  try {
    const fields: unknown = JSON.parse(text);
    return Array.isArray(fields) && fields[0] === KIND ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** Parses an untrusted text. */
export function readAnswer(text: string, lesson: string, question: Question): ReadAnswer {
  const fields = fieldsOf(text.trim());
  if (!fields) return { kind: 'foreign' };
  const [, lessonId, round, voter, given] = fields;
  if (lessonId !== lesson) return { kind: 'otherLesson', lesson: String(lessonId).slice(0, MAX_VOTER) };
  const isVoter = typeof voter === 'string' && voter !== '' && voter.length <= MAX_VOTER;
  if ((round !== 0 && round !== 1) || !isVoter || !isAnswerTo(question, given)) return { kind: 'invalid' };
  return { kind: 'answer', round, answered: { voter, given } };
}
