/** The model beside a real run: the same scenario, with the machine that it ran on and costs that were measured elsewhere. */

import type { Machine } from '../bridge/protocol.ts';
import { modelOf, STANDARD, type Surroundings } from '../calibration/model.ts';
import { costsIn, isSameMachine } from '../calibration/use.ts';
import type { Json } from '../scenario/patch.ts';
import { calibration } from '../stores/calibration.ts';
import { measurement } from '../stores/measurement.ts';
import { closeEngine, engineProblem } from './engines.ts';
import { completed, wholeRun } from './whole-run.ts';

const ROLE = 'twin';

let present: object | undefined;

/** Asks the model for what a real run was asked for. */
export async function runTwin(asked: Json, where: Surroundings, machine: Machine): Promise<void> {
  const mine = {};
  present = mine;
  const isWanted = () => present === mine;
  const known = calibration.getState().calibration;
  const own = known && isSameMachine(known.machine, machine) ? known : undefined;
  const calibratedAt = own?.calibratedAt;
  measurement.setState({ twin: { status: 'running', calibratedAt } });
  try {
    const scenario = await completed(ROLE, modelOf(asked, where, own ? costsIn(own) : STANDARD));
    const summary = await wholeRun(ROLE, scenario, isWanted);
    if (summary && isWanted()) measurement.setState({ twin: { status: 'done', calibratedAt, summary } });
  } catch (error) {
    if (isWanted())
      measurement.setState({ twin: { status: 'failed', calibratedAt, problem: engineProblem(error) } });
  } finally {
    if (isWanted()) stopTwin();
  }
}

/** Whatever the model has not finished is forgotten, and its worker's memory with it. */
export function stopTwin(): void {
  present = undefined;
  closeEngine(ROLE);
}
