/** A piece with what its reader found, and its lines as origins. */
import type { Problem } from '../../model/scenario/problem.ts';
import type { Answers, Choice, Origin, Piece } from '../system.ts';
import type { Asked, Found, FoundProblem } from './reader-result.ts';

/** A piece with its secrets masked, and what was found in it. */
export interface ReadPiece {
  readonly piece: Piece;
  readonly found: Found | undefined;
  readonly asked: readonly Asked[];
  readonly masked: number;
}

/** The answer to a question, if it is one of its values. */
export function answered(
  { id, values }: Pick<Choice, 'id' | 'values'>,
  answers: Answers,
): string | undefined {
  const answer = answers[id];
  if (answer === undefined || answer === null) return undefined;
  const text = String(answer);
  // Another piece may know a profile that this one does not.
  return values.length === 0 || id === 'profile' || values.includes(text) ? text : undefined;
}

/** A line of a piece as an origin. */
export const lineIn = ({ piece }: Pick<ReadPiece, 'piece'>, line: number, key: string): Origin => ({
  ...{ from: 'line', piece: piece.id, line, key },
  text: piece.text.split(/\r?\n/)[line - 1] ?? '',
});

/** A problem with a line, in the words of the page. */
export const problemOf = (piece: Piece, { code, line, key, value, expected }: FoundProblem): Problem => ({
  ...{ code, path: key, line, facts: { file: piece.name } },
  ...(value !== undefined && { value }),
  ...(expected !== undefined && { expected }),
});
