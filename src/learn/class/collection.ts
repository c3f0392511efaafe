/** The results that a teacher has collected: one of each student, the latest. Pure. */
import type { Problem } from '../../model/scenario/problem.ts';
import type { Results } from './results-file.ts';

/** The collection with one more, or why it is refused. */
export type Collected =
  | { readonly all: readonly Results[]; readonly isNewer: boolean }
  | { readonly problem: Problem };

/** @param source name of the file, for the sentence of a problem */
export function withResults(all: readonly Results[], added: Results, source: string): Collected {
  const { student } = added;
  const refused = (code: Problem['code']) => ({
    problem: { code, path: source, facts: { file: source, student: student.name } },
  });
  const former = all.find((one) => one.student.id === student.id && one.isOwnLink === added.isOwnLink);
  if (former?.signature === added.signature) return refused('CLS-05');
  if (former && former.savedAt >= added.savedAt) return refused('CLS-06');
  // Everybody can type any name into the shared link: a second browser with the same name is not the first one.
  const isTaken = ({ student: other, isOwnLink }: Results) =>
    other.id !== student.id && !isOwnLink && other.name === student.name;
  if (!added.isOwnLink && all.some(isTaken)) return refused('CLS-07');
  return { all: [...all.filter((one) => one !== former), added], isNewer: former !== undefined };
}
