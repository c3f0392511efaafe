/** The learner's actions: open a lesson, move between steps, answer, try, pass. */

import { presentLanguage } from '../../lab/appearance/appearance.ts';
import { presentHash } from '../../lab/link/link.ts';
import { closeEngine } from '../../lab/run/engines.ts';
import { edit } from '../../lab/settings/edit.ts';
import { SIDES } from '../../lab/settings/experiment-state.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { ui } from '../../ui/ui-state.ts';
import { mergedIncidents } from '../incidents/incident-progress.ts';
import type { Given } from '../lessons/grade.ts';
import {
  type Counter,
  type Lesson,
  type QuestionName,
  type Reveal,
  type Setup,
  STEPS,
  type StepName,
} from '../lessons/lesson.ts';
import { isLesson, loadCode, loadLesson, loadReveal, loadRevealText } from '../lessons/library.ts';
import {
  isLocked,
  isOpen,
  type LessonProgress,
  merged,
  NOTHING,
  practiceIn,
  progressText,
  readIncidentProgress,
  readProgress,
  withAnswer,
  withStep,
} from '../lessons/progress.ts';
import { neededRuns, runsOf } from '../lessons/runs.ts';
import { mergedPractice, readPractice } from '../practice/schedule.ts';
import { learn, learnProgress, NO_LESSON } from './learn-state.ts';
import { countRuns } from './lesson-runs.ts';
import { beginStage, hold, leaveStage, stage } from './stage.ts';

/** Key of a lesson's step in an entry of the browser's history. */
const HISTORY_KEY = 'lessonStep';

/** The problem of a lesson's file that fails to load. */
const lost = (error: unknown) => ({
  code: 'ENG-03' as const,
  path: '',
  detail: error instanceof Error ? error.message : String(error),
});

export const progressOf = (id: string): LessonProgress => learnProgress.getState().lessons[id] ?? NOTHING;

function change(id: string, next: (progress: LessonProgress) => LessonProgress): void {
  learnProgress.setState(({ lessons }) => ({ lessons: { ...lessons, [id]: next(lessons[id] ?? NOTHING) } }));
}

/**
 * Opens a lesson at the learner's last step.
 * @param stop last step of this visit
 */
export async function openLesson(id: string, stop: StepName | undefined): Promise<void> {
  if (!isLesson(id)) return;
  const progress = progressOf(id);
  const last = Math.min(progress.reached, stop ? STEPS.indexOf(stop) : STEPS.length);
  const step = STEPS[last] ?? 'hook';
  learn.setState({ ...NO_LESSON, id, stop, step }, true);
  history.replaceState(asState(step), '');
  const isCurrent = () => learn.getState().id === id && learn.getState().stop === stop;
  try {
    const lesson = await loadLesson(id);
    if (!isCurrent()) return;
    learn.setState({ lesson });
    if (isLocked(progress) && !endsBefore(stop)) await loadAfterLock(id);
    if (isCurrent()) restage(true);
  } catch (error) {
    if (isCurrent()) learn.setState({ failure: lost(error) });
  }
}

/** Leaves the lesson; its simulations are dropped. */
export function leaveLesson(): void {
  closeEngine('lesson');
  learn.setState(NO_LESSON, true);
  ui.setState({ isHeld: false });
  leaveStage();
}

/** Whether this visit ends before the lock. */
const endsBefore = (stop: StepName | undefined): boolean =>
  stop !== undefined && STEPS.indexOf(stop) <= STEPS.indexOf('predict');

/** Loads the part after the lock, and starts to simulate the runs of its texts. */
async function loadAfterLock(id: string): Promise<void> {
  const [reveal, texts, code] = await Promise.all([
    loadReveal(id),
    loadRevealText(id, presentLanguage()),
    // A lesson without its code is better than none.
    loadCode(id).catch(() => undefined),
  ]);
  const { lesson } = learn.getState();
  if (learn.getState().id !== id || !lesson) return;
  learn.setState({ reveal, code });
  void countRuns(runsOf(lesson, reveal), neededRuns(reveal, texts));
}

/** The set-up of a step. After the check, a step keeps what is on the stage. */
export function setupOf(
  step: StepName,
  lesson: Lesson | undefined,
  reveal: Reveal | undefined,
): Setup | undefined {
  if (step === 'vary') return reveal?.vary.stage ?? lesson?.stage;
  if (step === 'check') return reveal?.check.stage ?? lesson?.stage;
  return STEPS.indexOf(step) <= STEPS.indexOf('reveal') ? lesson?.stage : undefined;
}

function presentSetup(step: StepName): Setup | undefined {
  const { lesson, reveal } = learn.getState();
  return setupOf(step, lesson, reveal);
}

/** Puts a set-up of the open lesson on the stage. */
async function put(setup: Setup, counter?: Counter): Promise<void> {
  const { id, stop, lesson, reveal } = learn.getState();
  if (id === undefined || !lesson) return;
  learn.setState({ counter, isStaging: true });
  const isHeld = () => !isLocked(progressOf(id)) || endsBefore(stop);
  const mode = () => (!isHeld() ? 'free' : learn.getState().step === 'hook' ? 'preview' : 'held');
  if (await stage(runsOf(lesson, reveal), setup, mode)) learn.setState({ isStaging: false });
}

/**
 * Shows the set-up of the current step.
 * @param isNeeded also without a change of step
 */
function restage(isNeeded: boolean): void {
  const { step, lesson } = learn.getState();
  const setup = presentSetup(step) ?? (isNeeded ? lesson?.stage : undefined);
  if (setup) void put(setup);
}

/**
 * Reloads the open lesson after its author has changed it: the step stays, and so does a stage with the same
 * runs.
 */
export async function renewLesson(): Promise<void> {
  const { id, step, results, lesson: former, reveal: formerReveal } = learn.getState();
  if (id === undefined || !former) return;
  const isKnown = isLocked(progressOf(id));
  const [lesson, reveal, texts] = await Promise.all([
    loadLesson(id),
    isKnown ? loadReveal(id) : undefined,
    isKnown ? loadRevealText(id, presentLanguage()) : undefined,
  ]);
  if (learn.getState().id !== id) return;
  const setup = presentSetup(step);
  learn.setState({ lesson, reveal });
  const runs = runsOf(lesson, reveal);
  const isSame = JSON.stringify(runs) === JSON.stringify(runsOf(former, formerReveal));
  if (!isSame || JSON.stringify(presentSetup(step)) !== JSON.stringify(setup)) restage(true);
  if (!reveal || !texts) return;
  const needed = neededRuns(reveal, texts);
  if (isSame && needed.every((name) => Object.hasOwn(results, name))) return;
  learn.setState({ results: {}, isCounted: false });
  void countRuns(runs, needed);
}

/** Moves to a step, if it is open to the learner; the browser's Back leads to the one before. */
export function goTo(step: StepName): void {
  const { step: from } = learn.getState();
  showStep(step);
  if (learn.getState().step !== from) history.pushState(asState(step), '');
}

/** The history state of a step, next to the state of others. */
const asState = (step: StepName) => ({ ...history.state, [HISTORY_KEY]: step });

/** Shows the step of the browser's history entry; other entries are ignored. */
export function showKeptStep(): void {
  const storedStep = STEPS.find((step) => step === history.state?.[HISTORY_KEY]);
  if (storedStep) showStep(storedStep);
}

function showStep(step: StepName): void {
  const { id, stop, step: from, counter } = learn.getState();
  if (id === undefined || !isOpen(progressOf(id), step)) return;
  if (stop && STEPS.indexOf(step) > STEPS.indexOf(stop)) return;
  change(id, (progress) => withStep(progress, step));
  const before = presentSetup(from);
  learn.setState({ step });
  if (ui.getState().isHeld && step !== from) hold(step === 'hook');
  const setup = presentSetup(step);
  // A run on the stage plays on with its edits until another one is needed.
  if ((setup && setup !== before) || counter) restage(false);
}

/** Locks the prediction, opens the stage and moves to the run. */
export async function lockPrediction(given: Given): Promise<void> {
  const { id, stop, lesson: opened } = learn.getState();
  if (id === undefined || !opened || isLocked(progressOf(id))) return;
  change(id, (progress) => withAnswer(progress, 'predict', given));
  if (endsBefore(stop)) return;
  goTo('run');
  beginStage(opened.stage);
  try {
    await loadAfterLock(id);
    // If the learner has moved on in the meantime, the current step's stage is shown.
    const { step, lesson } = learn.getState();
    if (learn.getState().id === id && presentSetup(step) !== lesson?.stage) restage(false);
  } catch (error) {
    if (learn.getState().id === id) learn.setState({ failure: lost(error) });
  }
}

/** Answers a question after the lock. */
export function answer(question: QuestionName, given: Given): void {
  const { id } = learn.getState();
  if (id !== undefined) change(id, (progress) => withAnswer(progress, question, given));
}

/** Stores the learner's own sentence. */
export function explain(explanation: string): void {
  const { id } = learn.getState();
  if (id !== undefined) change(id, (progress) => ({ ...progress, explanation }));
}

/**
 * Records that the check is passed.
 * @param fingerprint of the run that passed; empty when answers did
 */
export async function pass(fingerprint: string): Promise<void> {
  const { id } = learn.getState();
  if (id === undefined || progressOf(id).passed !== undefined) return;
  change(id, (progress) => ({ ...progress, passed: fingerprint }));
  const link = fingerprint === '' ? undefined : await presentHash();
  if (link !== undefined) change(id, (progress) => ({ ...progress, link }));
}

/** Puts a run on the stage that shows why an answer is wrong. */
export function showCounter(counter: Counter): void {
  void put(counter.stage, counter);
}

/** Returns from a counter-run to the lesson's own. */
export const hideCounter = (): void => restage(true);

/** Resets the current step's set-up. */
export const resetStage = (): void => restage(true);

/** Sets the stage so that the goals are met. */
export async function showSolution(): Promise<void> {
  const { id, reveal } = learn.getState();
  const solution = reveal?.check.solution;
  if (id === undefined || !solution) return;
  change(id, (progress) => ({ ...progress, wasShown: true }));
  for (const side of SIDES) await edit([side], (solution[side] ?? {}) as Edits);
}

/** Deletes the progress of a lesson, and restarts it. */
export function beginAgain(id: string): void {
  const { stop } = learn.getState();
  learnProgress.setState(({ lessons }) => ({
    lessons: Object.fromEntries(Object.entries(lessons).filter(([other]) => other !== id)),
  }));
  void openLesson(id, stop);
}

/** The whole progress, for a file. */
export function savedProgress(): string {
  const { lessons, practice, incidents } = learnProgress.getState();
  return progressText(lessons, practice, incidents);
}

/** Merges a file's progress; false when it is no such file. */
export function takeProgress(text: string): boolean {
  const lessons = readProgress(text);
  const practice = readPractice(practiceIn(text));
  if (lessons)
    learnProgress.setState((state) => ({
      lessons: merged(state.lessons, lessons),
      practice: mergedPractice(state.practice, practice),
      incidents: mergedIncidents(state.incidents, readIncidentProgress(text)),
    }));
  return lessons !== undefined;
}
