/** The present experiment with the costs of the reader's machine in every system. */

import { rememberedSweep } from '../../experiments/sweep-definition.ts';
import { sweeps } from '../../experiments/sweep-state.ts';
import { EXPERIMENTS_PATH } from '../../lab/link/link.ts';
import { sweepQuery } from '../../model/sweep/link.ts';
import { sweepPresets } from '../../model/sweep/presets.ts';
import { readSweep } from '../../model/sweep/read.ts';
import type { Calibration } from './file.ts';
import { editsOf } from './use.ts';

/** Its address: of the experiment that is defined, or left from before, or else of the first ready one. */
export async function calibratedSweep(found: Calibration): Promise<string> {
  const left = sweeps.getState().definition ?? rememberedSweep()?.definition;
  const sweep = left ?? readSweep(sweepPresets[0]?.definition).sweep;
  if (!sweep) return `#${EXPERIMENTS_PATH}`;
  const series = sweep.series.map((one) => ({ ...one, set: { ...one.set, ...editsOf(found) } }));
  return `#${EXPERIMENTS_PATH}?${await sweepQuery({ ...sweep, series })}`;
}
