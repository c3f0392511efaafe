/** The costs of the reader's machine, from calibrations or files; stored in this browser. */
import { createStore } from 'zustand/vanilla';
import type { Calibration } from './file.ts';
import type { Point } from './points.ts';
import type { CalibratedRuntime } from './runtimes/runtimes.ts';

export interface CalibrationState {
  /** The shown runtime. */
  readonly runtime: CalibratedRuntime;
  readonly calibrations: Readonly<Partial<Record<CalibratedRuntime, Calibration>>>;
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

export const calibration = createStore<CalibrationState>(() => ({
  runtime: 'node',
  calibrations: {},
  step: undefined,
}));

/** The calibration of the shown runtime. */
export const shownCalibration = ({ runtime, calibrations }: CalibrationState): Calibration | undefined =>
  calibrations[runtime];
