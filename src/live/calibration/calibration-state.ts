/** The costs of the reader's machine, from a calibration or a file; stored in this browser. */
import { createStore } from 'zustand/vanilla';
import type { Calibration } from './file.ts';
import type { Point } from './points.ts';

export interface CalibrationState {
  readonly calibration: Calibration | undefined;
  /** The current step: the measurement with its index, or the fit. */
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
