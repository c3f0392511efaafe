/** What the page's worker does with texts: large ones must not block the page. */

import { read } from '../readers/read.ts';
import { packShared, type Shared, unpackShared } from '../share.ts';
import type { Answers, Piece, Reading } from '../system.ts';

export interface Reader {
  /** Masks the secrets of all pieces, and reads them. */
  read(pieces: readonly Piece[], answers: Answers): Promise<Reading>;
  /** The parameter of a link; undefined if it would be too long. */
  pack(shared: Shared): Promise<string | undefined>;
  /** The system of a link, masked; undefined if the text is none. */
  unpack(packed: string): Promise<Shared | undefined>;
}

export const reader: Reader = {
  read: async (pieces, answers) => read(pieces, answers),
  pack: packShared,
  unpack: unpackShared,
};
