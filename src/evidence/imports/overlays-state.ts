/** Measurements of real systems that charts can lay over the model: read from people's files, or this project's own. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import type { CsvTable } from './csv.ts';
import type { Overlay } from './overlay.ts';
import type { UnitQuestion } from './question.ts';

/** What the model says of one point of an overlay. */
export interface PredictedPoint {
  readonly perSec?: number;
  readonly meanUs?: number;
  /** By share, those that a summary has. */
  readonly percentilesUs?: Readonly<Record<string, number>>;
  /** Why there is no answer: the model refuses the system. */
  readonly problem?: Problem;
}

/** The model's answers for an overlay, in the order of its points; those to come are missing at the end. */
export interface OverlayPrediction {
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  readonly points: readonly PredictedPoint[];
  readonly problem?: Problem;
}

/** A table whose columns the reader may choose. */
export interface MappedTable {
  readonly bytes: Uint8Array;
  readonly table: CsvTable;
  /** What is open before it can be read. */
  readonly question?: UnitQuestion;
  readonly problem?: Problem;
}

/** A file that waits for an answer: it does not give the unit of its times. */
export interface OpenFile {
  readonly id: string;
  readonly source: string;
  readonly format: string;
  readonly bytes: Uint8Array;
  readonly question: UnitQuestion;
}

/** A file that could not be read. */
export interface RefusedFile {
  readonly source: string;
  readonly problem: Problem;
}

export interface OverlaysState {
  /** This project's own first, then what was imported. */
  readonly overlays: readonly Overlay[];
  readonly predictions: Readonly<Record<string, OverlayPrediction>>;
  /** By id of the overlay that is made of them. */
  readonly tables: Readonly<Record<string, MappedTable>>;
  readonly refused: readonly RefusedFile[];
  readonly open: readonly OpenFile[];
  /** Names of the files that are being read. */
  readonly reading: readonly string[];
}

export const overlays = createStore<OverlaysState>(() => ({
  overlays: [],
  predictions: {},
  tables: {},
  refused: [],
  open: [],
  reading: [],
}));
