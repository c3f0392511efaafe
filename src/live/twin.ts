/** The model of a real run: the same scenario, with its machine and costs measured separately. */

import type { Machine } from '../bridge/protocol.ts';
import type { Measured, Progress } from '../bridge/workload/measured.ts';
import { residualsOf, verdictOf } from '../bridge/workload/residual.ts';
import { shotsOf } from '../bridge/workload/shots.ts';
import { closeEngine, engineProblem } from '../lab/run/engines.ts';
import { completed, wholeRun } from '../lab/run/whole-run.ts';
import type { Summary } from '../model/scenario/generated/summary.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Calibration } from './calibration/file.ts';
import { diagnose } from './calibration/mismatch-causes.ts';
import { modelOf, STANDARD, type Surroundings } from './calibration/model.ts';
import { calibrationFor, costsIn } from './calibration/use.ts';
import { measurement } from './measurement-state.ts';

const ROLE = 'twin';

let present: object | undefined;

/** The measurement to compare with. */
export interface TwinInput {
  readonly measured: Measured;
  readonly progress: readonly Progress[];
  /** The calibration that came with a recording; it is preferred, as the machine has changed since. */
  readonly recorded?: Calibration | undefined;
}

/** Simulates a real run's scenario, and diagnoses its deviation. */
export async function runTwin(
  partial: Json,
  where: Surroundings,
  machine: Machine,
  { measured, progress, recorded }: TwinInput,
): Promise<void> {
  const token = {};
  present = token;
  const isWanted = () => present === token;
  const usable = recorded ?? calibrationFor(where.workload.driver, machine);
  const calibrated = { calibratedAt: usable?.calibratedAt, isRecorded: recorded !== undefined };
  measurement.setState({ twin: { status: 'running', ...calibrated } });
  let summary: Summary | undefined;
  try {
    const scenario = await completed(ROLE, modelOf(partial, where, usable ? costsIn(usable) : STANDARD));
    summary = await wholeRun(ROLE, scenario, isWanted);
    if (!summary || !isWanted()) return;
    const isOff = verdictOf(residualsOf(measured, summary)) === 'off';
    const done = { status: 'done', ...calibrated, summary } as const;
    measurement.setState({ twin: isOff ? { ...done, diagnosis: 'running' } : done });
    if (!isOff) return;
    const seen = shotsOf(progress, true).flatMap(({ requests }) => requests);
    const diagnosis = await diagnose({ run: measured, seen, summary, scenario }, (changed) =>
      wholeRun(ROLE, changed, isWanted),
    );
    if (diagnosis && isWanted()) measurement.setState({ twin: { ...done, diagnosis } });
  } catch (error) {
    const failed = { status: 'failed', ...calibrated, problem: engineProblem(error) } as const;
    if (isWanted()) measurement.setState({ twin: summary ? { ...failed, summary } : failed });
  } finally {
    if (isWanted()) stopTwin();
  }
}

/** Cancels the simulation and frees its worker. */
export function stopTwin(): void {
  present = undefined;
  closeEngine(ROLE);
}
