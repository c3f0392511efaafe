/** The lesson for a class: its current beat, and the answers of the class. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Beat, Place } from '../lessons/beats.ts';
import type { Round } from '../lessons/votes.ts';

/** An open vote in the bridge. */
export interface OpenVote {
  /** The code that students enter. */
  readonly code: string;
  /** Addresses of the page in the local network; empty when only this machine reaches it. */
  readonly origins: readonly string[];
}

/** State shared by the projected page and the notes window. */
export interface Showing {
  readonly id: string | undefined;
  readonly place: Place;
  /** Whether the projected page is black. */
  readonly isBlank: boolean;
  /** Start time, ms since 1970. */
  readonly startedMs: number;
  /** Answers before the discussion, and after it. */
  readonly rounds: readonly [Round, Round];
  readonly vote: OpenVote | undefined;
}

export interface TeachState extends Showing {
  /** In the language of this window. */
  readonly beats: readonly Beat[];
  /** Whether the address for students is shown as a QR code. */
  readonly hasCode: boolean;
  /** The wrong answer whose counter-run is on the stage, by its outcome. */
  readonly world: string | undefined;
}

export const NOT_TEACHING: TeachState = {
  id: undefined,
  place: { kind: 'hook' },
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
