/** The student's actions in an incident: open, change, try, take a hint, diagnose. */
import { closeEngine, engine, engineProblem } from '../../../lab/run/engines.ts';
import { today } from '../../../model/playback/clock.ts';
import { learnProgress } from '../../lesson/learn-state.ts';
import { exhibitsOf } from '../exhibits/exhibits.ts';
import { tracesOf } from '../exhibits/trace.ts';
import { factsOf } from '../facts.ts';
import { gradeOf, HINT_COSTS, MAX_EVIDENCE, scoreOf } from '../grade.ts';
import type { Cause, Changes, Incident, Observation } from '../incident.ts';
import { type IncidentProgress, incidentKey, NOT_BEGUN, withDiagnosis } from '../incident-progress.ts';
import { judgedOutcome } from '../measures.ts';
import { recordOf } from '../run.ts';
import { type Variant, variantOf } from '../variant.ts';
import { incidentState, NO_INCIDENT, type ShownRun } from './incident-state.ts';

/** The newest run; older ones stop. */
let newest = 0;

/** Records a variant with changes; undefined if it was left or another run has begun. */
async function shownRun(variant: Variant, changes: Changes): Promise<ShownRun | undefined> {
  const token = ++newest;
  incidentState.setState({ isRunning: true, failure: undefined });
  try {
    const record = await recordOf(engine('incident'), variant, changes, () => token === newest);
    if (!record || token !== newest) return undefined;
    return {
      changes,
      exhibits: exhibitsOf(variant, record),
      traces: tracesOf(variant, record),
      outcome: judgedOutcome(record, variant.goal),
      ...{ scenario: record.scenario, binNs: record.binNs, endNs: record.endNs },
    };
  } catch (error) {
    if (token === newest) incidentState.setState({ failure: engineProblem(error) });
    return undefined;
  } finally {
    if (token === newest) incidentState.setState({ isRunning: false });
  }
}

/** A longer time without an action is a break, s. */
const BREAK_S = 600;
/** Wall time until which the time on the incident is counted, ms. */
let countedUntil = 0;

/** Adds the time since the last action to the incident, until it is solved. */
function addTime(): void {
  const { variant, found } = incidentState.getState();
  const now = today().getTime();
  const seconds = Math.min(BREAK_S, Math.round((now - countedUntil) / 1000));
  if (!variant || !found || seconds <= 0) return;
  countedUntil = now;
  if (progressOf(variant).isSolved) return;
  changeProgress(variant, (progress) => ({ ...progress, seconds: (progress.seconds ?? 0) + seconds }));
}

/** Opens the variant of a seed, and records it as it was found. */
export async function openIncident(incident: Incident, seed: number): Promise<void> {
  const variant = variantOf(incident, seed);
  incidentState.setState({ ...NO_INCIDENT, variant }, true);
  const found = await shownRun(variant, {});
  if (!found) return;
  incidentState.setState({ found, facts: factsOf(found.exhibits) });
  countedUntil = today().getTime();
}

/** Leaves the incident; its run is dropped. */
export function leaveIncident(): void {
  const { variant } = incidentState.getState();
  // Opening alone begins nothing.
  if (variant && progressOf(variant) !== NOT_BEGUN) addTime();
  newest++;
  closeEngine('incident');
  incidentState.setState(NO_INCIDENT, true);
}

/** Sets a knob; undefined: as it was found. */
export function turn(knob: string, option: string | undefined): void {
  incidentState.setState(({ changes }) => {
    const others = Object.fromEntries(Object.entries(changes).filter(([id]) => id !== knob));
    return { changes: option === undefined ? others : { ...others, [knob]: option } };
  });
}

/** Whether a run is that of these settings. */
export const isRunOf = (run: ShownRun | undefined, changes: Changes): boolean =>
  run !== undefined &&
  JSON.stringify(Object.entries(run.changes).sort()) === JSON.stringify(Object.entries(changes).sort());

/** Runs the system with the settings of the knobs. */
export async function tryChanges(): Promise<ShownRun | undefined> {
  const { variant, changes, tried, found } = incidentState.getState();
  if (!variant) return undefined;
  addTime();
  if (isRunOf(tried, changes)) return tried;
  if (isRunOf(found, changes)) return found;
  const run = await shownRun(variant, changes);
  if (run) incidentState.setState({ tried: run });
  return run;
}

export const chooseCause = (cause: Cause): void => incidentState.setState({ cause });

/** Adds or removes an observation; beyond the limit nothing happens. */
export function nameEvidence(observation: Observation, isNamed: boolean): void {
  incidentState.setState(({ evidence }) => {
    const others = evidence.filter((each) => each !== observation);
    return { evidence: isNamed ? [...others, observation].slice(0, MAX_EVIDENCE) : others };
  });
}

const progressOf = ({ incident, seed }: Variant): IncidentProgress =>
  learnProgress.getState().incidents[incidentKey(incident.id, seed)] ?? NOT_BEGUN;

function changeProgress(
  { incident, seed }: Variant,
  next: (progress: IncidentProgress) => IncidentProgress,
): void {
  const key = incidentKey(incident.id, seed);
  learnProgress.setState(({ incidents }) => ({
    incidents: { ...incidents, [key]: next(incidents[key] ?? NOT_BEGUN) },
  }));
}

/** Shows the next hint, which costs points. */
export function takeHint(): void {
  const { variant } = incidentState.getState();
  if (!variant) return;
  addTime();
  changeProgress(variant, (progress) => ({
    ...progress,
    hints: Math.min(HINT_COSTS.length, progress.hints + 1),
  }));
}

/** Grades the diagnosis, with the settings of the knobs as the remedy. */
export async function submitDiagnosis(): Promise<void> {
  const { variant, cause, evidence, changes, facts } = incidentState.getState();
  if (!variant || !cause || !facts) return;
  const run = await tryChanges();
  if (!run) return;
  const diagnosis = { cause, evidence, remedy: changes };
  const grade = gradeOf(variant.incident, facts, diagnosis, run.outcome);
  const { hints, refusals } = progressOf(variant);
  const score = scoreOf(grade, hints, refusals);
  incidentState.setState({ graded: { grade, score, cause } });
  changeProgress(variant, (progress) => withDiagnosis(progress, diagnosis, grade, score));
}
