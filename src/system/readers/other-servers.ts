/** INFO of several servers in several texts: values of different servers must not mix. */

import type { ReadPiece } from './piece.ts';
import type { FoundProblem } from './reader-result.ts';

/** A start of a server, and the line that names it. */
interface Run {
  readonly id: string;
  readonly line: number;
}

/** The last run that a text names. */
function runIn(text: string): Run | undefined {
  const lines = text.split(/\r?\n/);
  const index = lines.findLastIndex((line) => /^\s*run_id:\w/.test(line));
  const id = /run_id:(\w+)/.exec(lines[index] ?? '')?.[1];
  return id === undefined ? undefined : { id, line: index + 1 };
}

/** Characters of a run’s name that are shown. */
const SHOWN = 8;

/** Pieces with INFO of another server than the last one, by their ids. Their single values do not count. */
export function otherServers(pieces: readonly ReadPiece[]): ReadonlyMap<string, FoundProblem> {
  const runs = pieces.flatMap(({ piece, found }) => {
    const run = found?.observed && runIn(piece.text);
    return run ? [{ piece, run }] : [];
  });
  const last = runs.at(-1);
  return new Map(
    runs.flatMap(({ piece, run }) => {
      if (!last || run.id === last.run.id) return [];
      const [value, expected] = [run, last.run].map(({ id }) => id.slice(0, SHOWN));
      const problem = { code: 'SYS-24', line: run.line, key: 'run_id' } as const;
      return [[piece.id, { ...problem, ...(value && { value }), ...(expected && { expected }) }] as const];
    }),
  );
}
