/** Reads texts in the page's worker, because large ones would block the page. */

import type { Edits } from '../../model/scenario/patch.ts';
import { changedPieces } from '../advice/changed.ts';
import type { Changed } from '../advice/changes.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { read } from '../readers/read.ts';
import { packShared, type Shared, unpackShared } from '../share.ts';
import type { Answers, Piece, Reading } from '../system.ts';

export interface Reader {
  /** Masks the secrets of all pieces, and reads them. */
  read(pieces: readonly Piece[], answers: Answers): Promise<Reading>;
  /** The pieces of a subject with changed options. */
  change(subject: Subject, edits: Edits, answers: Answers): Promise<Changed>;
  /** The parameter of a link; undefined if it would be too long. */
  pack(shared: Shared): Promise<string | undefined>;
  /** The system of a link, masked; undefined if the text is none. */
  unpack(packed: string): Promise<Shared | undefined>;
}

export const reader: Reader = {
  read: async (pieces, answers) => read(pieces, answers),
  change: async (...args) => changedPieces(...args),
  pack: packShared,
  unpack: unpackShared,
};
