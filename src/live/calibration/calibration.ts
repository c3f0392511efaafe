/**
 * The calibration of the reader's machine: measured through the bridge, stored, exported, applied to the Lab.
 */

import type { Bridge } from '../../bridge/client.ts';
import { rememberedSweep } from '../../experiments/sweep-definition.ts';
import { sweeps } from '../../experiments/sweep-state.ts';
import { EXPERIMENTS_PATH, presentHash } from '../../lab/link/link.ts';
import { openLink } from '../../lab/link/open.ts';
import { edit } from '../../lab/settings/edit.ts';
import { experiment, SIDES } from '../../lab/settings/experiment-state.ts';
import { saveText } from '../../lib/download.ts';
import { remoteWorker } from '../../lib/remote-worker.ts';
import { today } from '../../model/playback/clock.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { sweepQuery } from '../../model/sweep/link.ts';
import { sweepPresets } from '../../model/sweep/presets.ts';
import { readSweep } from '../../model/sweep/read.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import { openedBridge } from '../live.ts';
import { problemOf, whatFailed } from '../measurement.ts';
import { measurement } from '../measurement-state.ts';
import { calibrate, checkAll, foreseeAll, type Modeller } from './calibrate.ts';
import { calibration, shownCalibration } from './calibration-state.ts';
import { type Calibration, calibrationOf, readCalibration } from './file.ts';
import { BridgeGone, type Measure, measuringOver, NothingMeasured } from './measuring.ts';
import { seenPoints, unseenPoints } from './points.ts';
import { CALIBRATED_RUNTIMES, type CalibratedRuntime, planOf } from './runtimes/runtimes.ts';
import { editsOf } from './use.ts';

/** Client of the worker that fits and runs the model. */

interface ModellerClient extends Modeller {
  /** Terminates the worker; pending calls reject. */
  close(): void;
}

function spawnModeller(): ModellerClient {
  const { remote, orEnd, close } = remoteWorker<Modeller>(
    new Worker(new URL('./model.worker.ts', import.meta.url), { type: 'module', name: 'calibration' }),
  );
  return {
    fitCosts: (...args) => orEnd(remote.fitCosts(...args)),
    foresee: (...args) => orEnd(remote.foresee(...args)),
    close,
  };
}

/** The address of the current experiment, else of the last one, else of the first ready one. */
async function calibratedSweep(found: Calibration): Promise<string> {
  const left = sweeps.getState().definition ?? rememberedSweep()?.definition;
  const sweep = left ?? readSweep(sweepPresets[0]?.definition).sweep;
  if (!sweep) return `#${EXPERIMENTS_PATH}`;
  const series = sweep.series.map((system) => ({ ...system, set: { ...system.set, ...editsOf(found) } }));
  return `#${EXPERIMENTS_PATH}?${await sweepQuery({ ...sweep, series })}`;
}

/** The first has the name of when there was only Node. */
const KEYS: Readonly<Record<CalibratedRuntime, string>> = {
  node: 'roundtrip.calibration',
  java: 'roundtrip.calibration.java',
  go: 'roundtrip.calibration.go',
};
/** Larger files are not read. */
const MOST_BYTES = 1024 * 1024;

const measures = new WeakMap<Bridge, Measure>();
/** Ends the current activity. */
let end: (() => void) | undefined;

/** Loads the stored calibrations on first use. */
export async function loadCalibrations(): Promise<void> {
  const present = calibration.getState().calibrations;
  const stored = CALIBRATED_RUNTIMES.flatMap((runtime) => {
    const text = present[runtime] ? undefined : readKept(KEYS[runtime]);
    const found = text ? readCalibration(text) : undefined;
    return found ? [[runtime, found] as const] : [];
  });
  if (stored.length > 0)
    calibration.setState({ calibrations: { ...present, ...Object.fromEntries(stored) } });
}

function show(found: Calibration): void {
  const { runtime } = found;
  calibration.setState(({ calibrations }) => ({
    runtime,
    calibrations: { ...calibrations, [runtime]: found },
  }));
  keep(KEYS[runtime], JSON.stringify(found));
}

/** Shows the calibration of another runtime. */
export const chooseRuntime = (runtime: CalibratedRuntime): void => calibration.setState({ runtime });

/** Runs one activity at a time; it can be stopped, and its results stay. */
async function alone(work: (measure: Measure) => Promise<void>): Promise<void> {
  const opened = openedBridge();
  if (!opened || measurement.getState().status !== 'idle') return;
  measurement.setState({ status: 'calibrating', problems: [] });
  let isStopped = false;
  end = () => {
    isStopped = true;
    void opened.bridge.ask('stop', {}).catch(() => undefined);
  };
  try {
    const measure = measures.get(opened.bridge) ?? measuringOver(opened.bridge, opened.hello);
    measures.set(opened.bridge, measure);
    await work((point) => (isStopped ? Promise.reject(new Error('stopped')) : measure(point)));
  } catch (error) {
    if (isStopped) return;
    const failed: Problem =
      error instanceof NothingMeasured
        ? problemOf(error.measured.remarks[0] ?? { code: 'BR-05', detail: {} })
        : error instanceof BridgeGone
          ? problemOf({ code: 'BR-02', detail: {} })
          : whatFailed(error);
    measurement.setState({ problems: [failed] });
  } finally {
    end = undefined;
    calibration.setState({ step: undefined });
    measurement.setState({ status: 'idle' });
  }
}

/** Measures, fits the costs, and predicts unseen configurations. */
export const calibrateHere = (): Promise<void> =>
  alone(async (measure) => {
    const opened = openedBridge();
    if (!opened) return;
    const { hello } = opened;
    const { runtime } = calibration.getState();
    const plan = planOf(runtime);
    const modeller = spawnModeller();
    const stop = end;
    end = () => {
      stop?.();
      modeller.close();
    };
    try {
      const { seen, fitted } = await calibrate(measure, runtime, seenPoints(plan, hello.canHold), modeller, {
        measuring: (point, index, of) => calibration.setState({ step: { kind: 'seen', point, index, of } }),
        fitting: () => calibration.setState({ step: { kind: 'fit' } }),
      });
      const [like] = seen;
      const foreseen = like
        ? await foreseeAll(modeller, unseenPoints(plan, hello.canHold), like, fitted)
        : [];
      show(
        calibrationOf({
          runtime,
          calibratedAt: today(),
          machine: hello.machine,
          redis: { version: hello.redisVersion, mode: hello.mode, place: hello.address.kind },
          fitted,
          foreseen,
        }),
      );
    } finally {
      modeller.close();
    }
  });

/** Measures the predicted configurations. */
export const checkPredictions = (): Promise<void> =>
  alone(async (measure) => {
    const found = shownCalibration(calibration.getState());
    if (!found) return;
    await checkAll(
      measure,
      found.foreseen.map((row) => ({ ...row, seen: null, rounds: [], othersCores: null })),
      (point, index, of) => calibration.setState({ step: { kind: 'unseen', point, index, of } }),
      (foreseen) => show({ ...found, foreseen: [...foreseen] }),
    );
  });

export const stopCalibrating = (): void => end?.();

export function saveCalibration(): void {
  const found = shownCalibration(calibration.getState());
  if (!found) return;
  saveText(
    `roundtrip-calibration-${found.runtime}-${found.calibratedAt.slice(0, 10)}.json`,
    JSON.stringify(found, null, 2),
    'application/json',
  );
}

export async function openCalibration(file: File): Promise<void> {
  const text = file.size > MOST_BYTES ? '' : await file.text().catch(() => '');
  const found = readCalibration(text);
  if (found) show(found);
  else measurement.setState({ problems: [problemOf({ code: 'BR-28', detail: { path: 'calibration' } })] });
}

/** Returns to the costs of the profile. */
export function forgetCalibration(): void {
  const { runtime } = calibration.getState();
  calibration.setState(({ calibrations: { [runtime]: _, ...others } }) => ({ calibrations: others }));
  keep(KEYS[runtime], '');
}

/** Applies the costs of this machine to both systems of the Lab, and opens it. */
export async function useInLab(): Promise<void> {
  const found = shownCalibration(calibration.getState());
  if (!found) return;
  if (!experiment.getState().a) await openLink('');
  await edit(SIDES, editsOf(found));
  location.hash = await presentHash();
}

/** Applies the costs of this machine to every system of the current experiment, and opens it. */
export async function useInExperiments(): Promise<void> {
  const found = shownCalibration(calibration.getState());
  if (!found) return;
  location.hash = await calibratedSweep(found);
}
