/** The costs of the reader's own machine, as they were found or read from a file; kept in this browser. */
import { createStore } from 'zustand/vanilla';
import type { Calibration } from './file.ts';
import type { Point } from './points.ts';

export interface CalibrationState {
  readonly calibration: Calibration | undefined;
  /** What is being done just now: which of how many measurements, or the fit. */
  readonly step:
    | {
        readonly kind: 'seen' | 'unseen';
        readonly point: Point;
        readonly index: number;
        readonly of: number;
      }
    | { readonly kind: 'fit' }
    | undefined;
}

export const calibration = createStore<CalibrationState>(() => ({ calibration: undefined, step: undefined }));
