/** Writes changed options into the pasted pieces: new text, diff, and the options without a place in them. */
import type { OptionChange } from '../diagnosis/finding.ts';
import type { Piece } from '../system.ts';

export interface ChangedPiece {
  readonly piece: Piece;
  readonly text: string;
  readonly diff: string;
}

/**
 * Why a change is left to the reader. `noKey`: the notation has no name for the option. `noText`: no text configures it.
 * `noOption`: it is no option of the client. `noPlace`: the text has no place for it that reads as it should.
 */
export type ByHandReason = 'noKey' | 'noText' | 'noOption' | 'noPlace';

export interface ByHand extends OptionChange {
  readonly reason: ByHandReason;
}

export interface Changed {
  /** Pieces whose text changes. */
  readonly pieces: readonly ChangedPiece[];
  /** Changes that no piece has a place for. */
  readonly byHand: readonly ByHand[];
}

/** Changes that are left to the reader, by the reason. */
export function byHandByReason({ byHand }: Changed): [ByHandReason, readonly ByHand[]][] {
  const reasons = [...new Set(byHand.map(({ reason }) => reason))];
  return reasons.map((reason) => [reason, byHand.filter((each) => each.reason === reason)]);
}
