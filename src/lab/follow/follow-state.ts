/**
 * The followed request and the one it is compared with. The link keeps both; their journeys belong to a run.
 */
import { createStore } from 'zustand/vanilla';
import type { Journey } from '../../model/analysis/journey.ts';
import type { Recorded } from '../../model/analysis/wait-attribution.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** A request of one side. */
export interface Followed {
  readonly side: SideName;
  readonly request: number;
}

/** The recorded journey of a request. */
export interface Trail {
  /** A recorded part of the run around it. */
  readonly recorded: Recorded;
  readonly journey: Journey;
}

export interface FollowState {
  readonly followed: Followed | undefined;
  readonly compared: Followed | undefined;
  /** The journeys, once requested and found; null where the run has no such request. */
  readonly followedTrail: Trail | null | undefined;
  readonly comparedTrail: Trail | null | undefined;
  /** The journey of the same request on the other side, while the sides are aligned by it. */
  readonly twinTrail: Trail | null | undefined;
  /** The phase in question, as its index in the journey; undefined = the longest one. */
  readonly leg: number | undefined;
}

export const follow = createStore<FollowState>(() => ({
  followed: undefined,
  compared: undefined,
  followedTrail: undefined,
  comparedTrail: undefined,
  twinTrail: undefined,
  leg: undefined,
}));
