/** The request that is followed, and the one it is compared with. Both travel in the link; what is known of it belongs to a run. */
import { createStore } from 'zustand/vanilla';
import type { Journey } from '../../model/analysis/journey.ts';
import type { Recorded } from '../../model/analysis/wait-attribution.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** A request of one side. */
export interface Followed {
  readonly side: SideName;
  readonly request: number;
}

/** What is known of it. */
export interface Trail {
  /** A stretch of the run around it. */
  readonly recorded: Recorded;
  readonly journey: Journey;
}

export interface FollowState {
  readonly one: Followed | undefined;
  readonly other: Followed | undefined;
  /** Their ways, as soon as somebody has asked and they are found; null where the run has no such request. */
  readonly oneTrail: Trail | null | undefined;
  readonly otherTrail: Trail | null | undefined;
  /** The way of the same request on the other side, while both sides are kept together by it. */
  readonly twinTrail: Trail | null | undefined;
  /** The phase that was asked about, as its place in the journey; undefined = the longest one. */
  readonly leg: number | undefined;
}

export const follow = createStore<FollowState>(() => ({
  one: undefined,
  other: undefined,
  oneTrail: undefined,
  otherTrail: undefined,
  twinTrail: undefined,
  leg: undefined,
}));
