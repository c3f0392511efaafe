/** The vote of a class: which lesson and round it is about, the code on the screen, and who has answered. */
import { randomInt } from 'node:crypto';
import type { Ballot, VoteCode, VoteNotice } from '../../protocol.ts';
import { LIMITS } from '../../workload/limits.ts';

/** Without letters and digits that are taken for each other on a screen. */
const SIGNS = 'ABCDEFGHJKLMNPQRTUVWXYZ2346789';
const CODE_LENGTH = 5;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** How a page is told of its vote; it is also who that page is. */
export type Tell = (notice: VoteNotice) => void;

/** What is asked at present, by which page. */
interface Open {
  readonly lesson: string;
  /** Undefined: nobody may answer just now. */
  readonly round: 0 | 1 | undefined;
  readonly code: string;
  readonly tell: Tell;
  /** Who has answered: made-up names, each with the network address that it first came from. */
  readonly voters: Map<string, string>;
}

export class Vote {
  #open: Open | undefined;

  /** Opens a vote or turns to another round or lesson; the code stays the same as long as it is the same page's. */
  open(lesson: string, round: 0 | 1 | undefined, tell: Tell): string {
    const own = this.#open?.tell === tell ? this.#open : undefined;
    if (!own) this.#open?.tell({ event: 'voteEnded' });
    const code = own?.code ?? newCode();
    const voters = own?.lesson === lesson ? own.voters : new Map<string, string>();
    this.#open = { lesson, round, code, tell, voters };
    return code;
  }

  /** Ends the vote of a page; another page's stays. */
  close(tell: Tell): void {
    if (this.#open?.tell === tell) this.#open = undefined;
  }

  /**
   * Passes an answer on to the page that asks. What it answers is looked at there: here nobody knows the question.
   * @param address network address that the answer came from
   */
  take(
    { code, lesson, voter, given }: Ballot,
    address: string,
  ): { readonly round: 0 | 1 } | { readonly refused: VoteCode } {
    const open = this.#open;
    if (open?.round === undefined) return { refused: 'VOTE-01' };
    if (code.trim().toUpperCase() !== open.code) return { refused: 'VOTE-02' };
    if (lesson !== open.lesson) return { refused: 'VOTE-03' };
    if (!open.voters.has(voter)) {
      if (open.voters.size >= LIMITS.voters) return { refused: 'VOTE-04' };
      const here = [...open.voters.values()].filter((known) => known === address).length;
      if (here >= LIMITS.votersPerAddress) return { refused: 'VOTE-08' };
      open.voters.set(voter, address);
    }
    open.tell({ event: 'vote', lesson, round: open.round, voter, given });
    return { round: open.round };
  }
}
