/** The present experiment with the costs of the reader's machine in every system. */
import type { Calibration } from '../calibration/file.ts';
import { editsOf } from '../calibration/use.ts';
import { sweeps } from '../stores/sweep.ts';
import { sweepQuery } from '../sweep/link.ts';
import { sweepPresets } from '../sweep/presets.ts';
import { readSweep } from '../sweep/read.ts';
import { EXPERIMENTS_PATH } from './link.ts';
import { rememberedSweep } from './sweep-definition.ts';

/** Its address: of the experiment that is defined, or left from before, or else of the first ready one. */
export async function calibratedSweep(found: Calibration): Promise<string> {
  const left = sweeps.getState().definition ?? rememberedSweep()?.definition;
  const sweep = left ?? readSweep(sweepPresets[0]?.definition).sweep;
  if (!sweep) return `#${EXPERIMENTS_PATH}`;
  const series = sweep.series.map((one) => ({ ...one, set: { ...one.set, ...editsOf(found) } }));
  return `#${EXPERIMENTS_PATH}?${await sweepQuery({ ...sweep, series })}`;
}
