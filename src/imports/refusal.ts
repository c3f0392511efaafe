/** Why a file could not be read: thrown by importers, caught in `read.ts`. */
import type { Problem, ProblemCode } from '../scenario/problem.ts';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly problem: Problem;

  constructor(
    code: ProblemCode,
    format: string,
    facts: Omit<Problem, 'code' | 'path' | 'facts'> & { what?: string },
  ) {
    super(code);
    const { what = '', ...rest } = facts;
    this.problem = { code, path: '', ...rest, facts: { format, what } };
  }
}

/** Longest part of a line that is quoted. */
const QUOTED = 60;

/** A line that is not as the tool writes it. @param line counted from 1 @param what an example of what would be right */
export const badLine = (format: string, line: number, text: string, what: string): Refusal =>
  new Refusal('IMP-02', format, { line, value: text.trim().slice(0, QUOTED), what });

/** A file without something that it must have. */
export const missing = (format: string, what: string): Refusal => new Refusal('IMP-03', format, { what });

/** A number that a line must have, or a refusal. */
export function numberIn(text: string | undefined, refuse: () => Refusal): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || value < 0) throw refuse();
  return value;
}
