/** Values that several texts give differently: the last one counts, and the reader says so. */
import type { Problem } from '../../model/scenario/problem.ts';
import type { Piece, Setting } from '../system.ts';
import { problemOf } from './piece.ts';

/** A problem for each value that replaces another one of an earlier piece. Within one piece its reader decides. */
export function contradictionsIn(settings: readonly Setting[], pieces: readonly Piece[]): readonly Problem[] {
  const last = new Map<string, Setting>();
  return settings.flatMap((setting): readonly Problem[] => {
    const { path, value, origin } = setting;
    const before = last.get(path);
    last.set(path, setting);
    if (origin.from !== 'line' || before?.origin.from !== 'line') return [];
    const piece = pieces.find(({ id }) => id === origin.piece);
    const isOther =
      before.origin.piece !== origin.piece && JSON.stringify(before.value) !== JSON.stringify(value);
    if (!piece || !isOther || !isScalar(value) || !isScalar(before.value)) return [];
    const { line, key } = origin;
    return [problemOf(piece, { code: 'SYS-25', line, key, value: `${value}`, expected: `${before.value}` })];
  });
}

const isScalar = (value: unknown): boolean => typeof value !== 'object';
