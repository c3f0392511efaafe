/** The measurements of a calibration: its configurations, and where client and Redis run. */
import { isLibrary } from '../../bridge/workload/library.ts';
import type { RealQuestion } from '../../bridge/workload/question.ts';
import type { CalibrationPlan } from './plan.ts';

/** Least wall time of the warm-up of one measurement, s. */
export const WARMUP_SECONDS = 0.4;

/** A configuration, and the placement of client and Redis: pinned to one core, or free. */
export interface Point {
  readonly question: RealQuestion;
  readonly isHeld: boolean;
}

/** Limit on the cores used by other programs with free placement; more is a disturbance. */
export const QUIET_CORES = 0.25;
/**
 * Rounds of a measurement, at different times: the CPU time of a request itself varies by a half within seconds. Node is
 * measured in half a minute, a library in a minute.
 */
export const roundsOf = ({ question, isHeld }: Point): number =>
  isHeld && isLibrary(question.driver) ? 3 : 2;

const held = (question: RealQuestion): Point => ({ question, isHeld: true });
const free = (question: RealQuestion): Point => ({ question, isHeld: false });

/**
 * The deciding configurations.
 * @param canHold whether client and Redis can be pinned to one core
 */
export const seenPoints = ({ deciding, waking }: CalibrationPlan, canHold: boolean): readonly Point[] =>
  canHold ? [...deciding.map(held), ...waking.map(free)] : deciding.map(free);

/** The configurations that are predicted before they are measured. */
export const unseenPoints = ({ unseen, unseenFree }: CalibrationPlan, canHold: boolean): readonly Point[] => [
  ...unseen.map(canHold ? held : free),
  ...unseenFree.map(free),
];
