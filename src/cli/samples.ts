/** `sim samples`: records the sample runs of the page with real clients, with the costs of this machine. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingOf } from '../bridge/recording/recording.ts';
import { isLibrary, releasesOf } from '../bridge/workload/library.ts';
import type { Progress } from '../bridge/workload/measured.ts';
import { type RealQuestion, scenarioOf } from '../bridge/workload/question.ts';
import { calibrate } from '../live/calibration/calibrate.ts';
import { calibrationOf } from '../live/calibration/file.ts';
import { measuringOver, realRunsOver, requestedDriver } from '../live/calibration/measuring.ts';
import { modellerWith } from '../live/calibration/modeller.ts';
import { seenPoints } from '../live/calibration/points.ts';
import {
  CALIBRATED_RUNTIMES,
  type CalibratedRuntime,
  planOf,
  runtimeOf,
} from '../live/calibration/runtimes/runtimes.ts';
import { questionOf, SAMPLES } from '../live/samples.ts';
import { Engine } from '../model/engine/engine.ts';
import { EXIT, print, printMessage } from './input.ts';
import { withOwnBridge } from './own-bridge.ts';

/** Reports of the warm-up that are kept: a JVM warms up for seconds, which nobody wants to watch. */
const WARMUP_REPORTS = 5;

function withoutLongWarmup(progress: readonly Progress[]): readonly Progress[] {
  const measured = progress.findIndex(({ isWarmup }) => !isWarmup);
  return progress.slice(Math.max(0, measured - WARMUP_REPORTS));
}

export interface SamplesRequest {
  /** Only clients of this runtime; undefined: all. */
  readonly runtime: CalibratedRuntime | undefined;
}

/** Returns the exit code. `wasm` is the engine's file, `root` the repository. */
export const recordSamples = (
  { runtime: only }: SamplesRequest,
  wasm: string,
  root: string,
): Promise<number> =>
  withOwnBridge(wasm, root, async (bridge) => {
    const engine = await Engine.load(await readFile(wasm));
    const modeller = modellerWith(engine);
    const hello = await bridge.ask('hello', {});
    const [measure, run] = [measuringOver(bridge, hello), realRunsOver(bridge)];
    const redis = { version: hello.redisVersion, mode: hello.mode, place: hello.address.kind };

    const record = async (question: RealQuestion, calibration: object) => {
      const request = {
        scenario: scenarioOf(question),
        seconds: question.seconds,
        ...requestedDriver(question),
        ...(hello.canHold && { isHeld: true }),
      };
      const { scenario } = engine.normalize(JSON.stringify(request.scenario));
      if (!scenario) throw new Error(`${question.driver} has no scenario`);
      const { measured, progress, adapted } = await run(request);
      const started = { adapted };
      const kept = withoutLongWarmup(progress);
      const file = { hello, request, scenario, started, progress: kept, measured, recordedAt: new Date() };
      return recordingOf({ ...file, calibration });
    };

    for (const runtime of only ? [only] : CALIBRATED_RUNTIMES) {
      const samples = SAMPLES.filter((id) => runtimeOf(questionOf(id).driver) === runtime);
      const plan = planOf(runtime);
      const drivers = [...plan.deciding, ...samples.map(questionOf)].map(({ driver }) => driver);
      for (const library of new Set(drivers.filter(isLibrary)))
        await bridge.ask('build', { library, version: releasesOf(library)[0].version });
      const { fitted } = await calibrate(measure, runtime, seenPoints(plan, hello.canHold), modeller, {
        measuring: (_, index, of) => printMessage(`${runtime}: measuring ${index + 1} of ${of}`),
        fitting: () => printMessage(`${runtime}: fitting`),
      });
      const made = { runtime, calibratedAt: new Date(), machine: hello.machine, redis, fitted, foreseen: [] };
      const calibration = calibrationOf(made);
      for (const id of samples) {
        const recording = await record(questionOf(id), calibration);
        const file = join(root, 'public/recordings', `${id}.json`);
        await writeFile(file, JSON.stringify(recording));
        print(`written: ${file}`);
      }
    }
    bridge.close();
    return EXIT.done;
  });
