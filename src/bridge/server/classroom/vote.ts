/** The vote of a class: its lesson and round, the code on the screen, and the voters. */
import type { Ballot, VoteCode, VoteNotice } from '../../protocol.ts';
import { LIMITS } from '../../workload/limits.ts';
import { isCode, newCode } from './student-post.ts';

/** Sends notices to the page with the vote, and identifies that page. */
export type Notify = (notice: VoteNotice) => void;

/** The current vote and its page. */
interface Open {
  readonly lesson: string;
  /** Undefined: voting is paused. */
  readonly round: 0 | 1 | undefined;
  readonly code: string;
  readonly tell: Notify;
  /** Voters by random id, each with the network address of the first vote. */
  readonly voters: Map<string, string>;
}

export class Vote {
  #open: Open | undefined;

  /** Opens a vote, or switches its round or lesson. The code stays the same for the same page. */
  open(lesson: string, round: 0 | 1 | undefined, notify: Notify): string {
    const current = this.#open?.tell === notify ? this.#open : undefined;
    if (!current) this.#open?.tell({ event: 'voteEnded' });
    const code = current?.code ?? newCode();
    const voters = current?.lesson === lesson ? current.voters : new Map<string, string>();
    this.#open = { lesson, round, code, tell: notify, voters };
    return code;
  }

  /** Ends the vote if it belongs to this page. */
  close(notify: Notify): void {
    if (this.#open?.tell === notify) this.#open = undefined;
  }

  /**
   * Passes a vote to the teacher's page, which validates it: the bridge does not know the question.
   * @param address network address of the voter
   */
  take(
    { code, lesson, voter, given }: Ballot,
    address: string,
  ): { readonly round: 0 | 1 } | { readonly refused: VoteCode } {
    const open = this.#open;
    if (open?.round === undefined) return { refused: 'VOTE-01' };
    if (!isCode(code, open.code)) return { refused: 'VOTE-02' };
    if (lesson !== open.lesson) return { refused: 'VOTE-03' };
    if (!open.voters.has(voter)) {
      if (open.voters.size >= LIMITS.voters) return { refused: 'VOTE-04' };
      const atAddress = [...open.voters.values()].filter((known) => known === address).length;
      if (atAddress >= LIMITS.votersPerAddress) return { refused: 'VOTE-08' };
      open.voters.set(voter, address);
    }
    open.tell({ event: 'vote', lesson, round: open.round, voter, given });
    return { round: open.round };
  }
}
