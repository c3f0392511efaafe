/** A system that a class drives, on the teacher's page. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import type { OpenVote } from '../teach/teach-state.ts';
import type { Figures } from './board.ts';
import { type Goal, type PartId, SCENES, type Scene, type SceneId } from './scene.ts';
import { emptySeats, type Seats } from './seats.ts';

/** A change that has been simulated. */
export interface Step {
  readonly number: number;
  /** The parts that changed, with their new values. */
  readonly changes: readonly { readonly part: PartId; readonly to: number }[];
  readonly figures: Figures;
  readonly isMet: boolean | undefined;
}

export interface DriveState {
  readonly scene: SceneId;
  readonly seats: Seats;
  /** Changes taken from each student. */
  readonly taken: Readonly<Record<string, number>>;
  readonly isFrozen: boolean;
  readonly goal: Goal | null;
  /** The open room. */
  readonly room: OpenVote | undefined;
  /** Of the last complete run. */
  readonly figures: Figures | null;
  /** The same of each student's client, by number. */
  readonly clients: Readonly<Record<number, Figures>>;
  readonly isStale: boolean;
  /** The newest last. */
  readonly steps: readonly Step[];
  readonly problem: Problem | undefined;
}

const first = SCENES[0] as Scene;

export const NOT_DRIVING: DriveState = {
  scene: first.id,
  seats: emptySeats(first.parts),
  taken: {},
  isFrozen: false,
  goal: first.goal,
  room: undefined,
  figures: null,
  clients: {},
  isStale: true,
  steps: [],
  problem: undefined,
};

export const drive = createStore<DriveState>(() => NOT_DRIVING);
