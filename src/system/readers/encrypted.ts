/** Addresses that say by their scheme that the connection is encrypted: `rediss://`. */
import { type Library, withIncluded } from '../../model/libraries/library.ts';
import type { Setting } from '../system.ts';
import { lineIn, type ReadPiece } from './piece.ts';

const SCHEME = /\b(?:rediss|valkeys):\/\//i;
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|;|--|<!--)/;
const TLS = 'network.tls.kind';

/** TLS of the client's addresses. Lines of another profile and of other clients do not count. */
export function encryptedIn(pieces: readonly ReadPiece[], client: Library | undefined): readonly Setting[] {
  if (!client) return [];
  const own = new Set(withIncluded(client).map(({ id }) => id));
  return pieces.flatMap((each): readonly Setting[] => {
    const { found, piece } = each;
    if (!found?.clients?.some(({ library }) => own.has(library))) return [];
    const others = new Set(
      (found.unused ?? []).flatMap(({ meaning, line }) => (meaning === 'other' ? line : [])),
    );
    const index = piece.text
      .split(/\r?\n/)
      .findIndex((line, at) => SCHEME.test(line) && !COMMENT.test(line) && !others.has(at + 1));
    return index < 0 ? [] : [{ path: TLS, value: 'tls13', origin: lineIn(each, index + 1, 'rediss') }];
  });
}
