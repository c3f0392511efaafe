/**
 * Measurements of real systems for charts of the model: read from files, or this project's own. Memory only.
 */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import type { CsvTable } from './csv.ts';
import type { Overlay } from './overlay.ts';
import type { UnitQuestion } from './question.ts';

/** The model's prediction of one point of an overlay. */
export interface PredictedPoint {
  readonly perSec?: number;
  readonly meanUs?: number;
  /** By share, those that a summary has. */
  readonly percentilesUs?: Readonly<Record<string, number>>;
  /** Why there is no prediction: the model refuses the system. */
  readonly problem?: Problem;
}

/** The model's predictions of an overlay, in the order of its points; pending ones are missing at the end. */
export interface OverlayPrediction {
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  readonly points: readonly PredictedPoint[];
  readonly problem?: Problem;
}

/** A table whose columns the reader may choose. */
export interface MappedTable {
  readonly bytes: Uint8Array;
  readonly table: CsvTable;
  /** The question to answer before it can be read. */
  readonly question?: UnitQuestion;
  readonly problem?: Problem;
}

/** A file that waits for an answer: it lacks the unit of its times. */
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
  /** This project's own first, then the imported ones. */
  readonly overlays: readonly Overlay[];
  readonly predictions: Readonly<Record<string, OverlayPrediction>>;
  /** By id of the overlay made from them. */
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
