/** The answers of a class, entered by the teacher or received. */
import type { Given } from '../lessons/grade.ts';
import { type Answered, NO_VOTES, type Round, withAnswered, withHands } from '../lessons/votes.ts';
import { teach } from './teach-state.ts';

/** Before the discussion, or after it. */
export type RoundNumber = 0 | 1;

function change(number: RoundNumber, next: (round: Round) => Round): void {
  teach.setState(({ rounds: [first, second] }) => ({
    rounds: number === 0 ? [next(first), second] : [first, next(second)],
  }));
}

/** Sets the number of hands for a choice. */
export const setHands = (number: RoundNumber, choice: string, count: number): void =>
  change(number, (round) => withHands(round, choice, Number.isFinite(count) ? count : 0));

/** Adds a student's answer; another one of the same student replaces it. */
export const takeAnswer = (number: RoundNumber, answered: Answered): void =>
  change(number, (round) => withAnswered(round, answered));

/** Adds an answer that the teacher enters. */
export const addAnswer = (number: RoundNumber, given: Given): void =>
  change(number, (round) => withAnswered(round, { voter: `by hand ${round.answers.length + 1}`, given }));

/** Clears a round. */
export const clearRound = (number: RoundNumber): void => change(number, () => NO_VOTES);
