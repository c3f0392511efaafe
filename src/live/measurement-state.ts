/**
 * A real run on the page of live runs, measured or played from a recording, with its model run. Memory only.
 */
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

/** Facts of a run besides its results. */
export interface RealRun {
  /** Name of the recording; undefined: measured in this session. */
  readonly recording: string | undefined;
  /** Whether it is the default example, shown before any measurement. */
  readonly isExample?: boolean;
  /** Whether client and Redis shared one core. */
  readonly isHeld?: boolean;
  readonly machine: Machine;
  readonly redis: { readonly version: string; readonly place: 'private' | 'unix' | 'loopback' | 'remote' };
  /** ISO 8601; undefined until it has ended. */
  readonly recordedAt: string | undefined;
  /** Length of the requested window. */
  readonly seconds: number;
  /** The reader's prediction before the start, 1/s; later predictions belong to later runs. */
  readonly guess: number | undefined;
}

export interface Twin {
  readonly status: 'running' | 'done' | 'failed';
  /** Time of the calibration used by the model, ISO 8601; undefined: the profile's costs. */
  readonly calibratedAt: string | undefined;
  /** Whether that calibration came with the recording, from its machine. */
  readonly isRecorded: boolean;
  readonly summary?: Summary;
  /** The cause of the deviation; absent while they agree, or while it is unknown. */
  readonly diagnosis?: Diagnosis | 'running';
  readonly problem?: Problem;
}

/** Single requests of the run on the stage. */
export interface RealStage {
  readonly player: Player;
  /** Whether the run is in progress: then there is no end, and no seek. */
  readonly isLive: boolean;
  /** Joined without gaps in the player's time. During the run: the ones at its start. */
  readonly shots: readonly Shot[];
}

export interface MeasurementState {
  readonly question: RealQuestion;
  /** The reader's prediction of the next run's throughput, 1/s. */
  readonly guess: number | undefined;
  readonly status: 'idle' | 'starting' | 'running' | 'stopping' | 'playing' | 'calibrating' | 'comparing';
  readonly run: RealRun | undefined;
  readonly progress: readonly Progress[];
  readonly measured: Measured | undefined;
  /** Undefined: no single request has been sampled. */
  readonly stage: RealStage | undefined;
  readonly twin: Twin | undefined;
  readonly problems: readonly Problem[];
  /** Edits of the scenario after which real clients can run it. */
  readonly nearest: Edits | undefined;
}

/** Whose machine the shown run was measured on, for texts. */
export const machineOf = ({ run }: MeasurementState): 'recording' | 'here' =>
  run?.recording === undefined ? 'here' : 'recording';

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
