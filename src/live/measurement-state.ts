/** A real run on the page of live runs: measured just now, or played from a recording; and the model beside it. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Machine } from '../bridge/protocol.ts';
import type { Measured, Progress } from '../bridge/workload/measured.ts';
import { FIRST_QUESTION, type RealQuestion } from '../bridge/workload/question.ts';
import type { Shot } from '../bridge/workload/shots.ts';
import type { Player } from '../model/playback/player.ts';
import type { Summary } from '../model/scenario/generated/summary.ts';
import type { Edits } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import type { Diagnosis } from './calibration/mismatch-causes.ts';

/** What is known of a run whatever it showed. */
export interface RealRun {
  /** Name of the recording; undefined: measured in this session. */
  readonly recording: string | undefined;
  /** Whether nobody has asked for it: it stands where nothing has been measured yet. */
  readonly isExample?: boolean;
  readonly machine: Machine;
  readonly redis: { readonly version: string; readonly place: 'private' | 'unix' | 'loopback' | 'remote' };
  /** ISO 8601; undefined until it has ended. */
  readonly recordedAt: string | undefined;
  /** Measured window that was asked for. */
  readonly seconds: number;
  /** What the reader had predicted before it began, 1/s; later predictions are of later runs. */
  readonly guess: number | undefined;
}

export interface Twin {
  readonly status: 'running' | 'done' | 'failed';
  /** When the costs of this machine were found that it is asked with, ISO 8601; undefined: those of the profile. */
  readonly calibratedAt: string | undefined;
  readonly summary?: Summary;
  /** Why it is off; absent while it agrees, or while that is not known. */
  readonly diagnosis?: Diagnosis | 'running';
  readonly problem?: Problem;
}

/** Single requests of the run on the stage. */
export interface RealStage {
  readonly player: Player;
  /** Whether the run goes on: then there is no end, and no way back. */
  readonly isLive: boolean;
  /** In the player's time they follow each other without a gap. While the run goes on: those at its beginning. */
  readonly shots: readonly Shot[];
}

export interface MeasurementState {
  readonly question: RealQuestion;
  /** The reader's own prediction of the next run's throughput, 1/s. */
  readonly guess: number | undefined;
  readonly status: 'idle' | 'starting' | 'running' | 'stopping' | 'playing' | 'calibrating';
  readonly run: RealRun | undefined;
  readonly progress: readonly Progress[];
  readonly measured: Measured | undefined;
  /** Undefined: no single request has been looked at. */
  readonly stage: RealStage | undefined;
  readonly twin: Twin | undefined;
  readonly problems: readonly Problem[];
  /** Changes of the question's scenario after which real clients can run it. */
  readonly nearest: Edits | undefined;
}

export const measurement = createStore<MeasurementState>(() => ({
  question: FIRST_QUESTION,
  guess: undefined,
  status: 'idle',
  run: undefined,
  progress: [],
  measured: undefined,
  stage: undefined,
  twin: undefined,
  problems: [],
  nearest: undefined,
}));
