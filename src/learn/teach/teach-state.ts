/** The lesson that is shown to a class: where it stands, and what the class has said. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Beat, Place } from '../lessons/beats.ts';
import type { Round } from '../lessons/votes.ts';

/** A vote that is open in the bridge. */
export interface OpenVote {
  /** What students put in. */
  readonly code: string;
  /** Where the machines of the room reach the page; empty when only this one does. */
  readonly origins: readonly string[];
}

/** What the projected page and the window with the notes have in common. */
export interface Showing {
  readonly id: string | undefined;
  readonly place: Place;
  /** Whether the projected page is black. */
  readonly isBlank: boolean;
  /** When it began, ms since 1970. */
  readonly startedMs: number;
  /** What the class has said before the discussion, and after it. */
  readonly rounds: readonly [Round, Round];
  readonly vote: OpenVote | undefined;
}

export interface TeachState extends Showing {
  /** In the language of this window. */
  readonly beats: readonly Beat[];
  /** Whether the address for students is shown as a code. */
  readonly hasCode: boolean;
  /** The wrong answer whose world is on the stage, by its outcome. */
  readonly world: string | undefined;
}

export const NOT_TEACHING: TeachState = {
  id: undefined,
  place: { kind: 'hook', part: 0 },
  isBlank: false,
  startedMs: 0,
  rounds: [
    { hands: {}, answers: [] },
    { hands: {}, answers: [] },
  ],
  vote: undefined,
  beats: [],
  hasCode: false,
  world: undefined,
};

export const teach = createStore<TeachState>(() => NOT_TEACHING);
