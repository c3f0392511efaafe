/** The teacher's actions on a lesson: beats, a black screen, the counter-run of a wrong answer. */

import { closeEngine } from '../../lab/run/engines.ts';
import type { Language } from '../../lib/languages.ts';
import { today } from '../../model/playback/clock.ts';
import { ui } from '../../ui/ui-state.ts';
import { learn, NO_LESSON } from '../lesson/learn-state.ts';
import { countRuns } from '../lesson/lesson-runs.ts';
import { beginStage, hold, leaveStage, type StageMode, stage } from '../lesson/stage.ts';
import { type Beat, beatsOf, indexOf, setupOf } from '../lessons/beats.ts';
import { lessonNamed } from '../lessons/course.ts';
import { loadLesson, loadLessonText, loadReveal, loadRevealText } from '../lessons/library.ts';
import { neededRuns, runsOf } from '../lessons/runs.ts';
import type { Sections } from '../lessons/text.ts';
import { closeVote } from './class-vote.ts';
import { NOT_TEACHING, type TeachState, teach } from './teach-state.ts';

/** Wall time, ms since 1970: the same in both windows. */
const nowMs = (): number => today().getTime();

/** Elapsed time of the lesson, s. */
export const elapsedSec = (): number => Math.max(0, (nowMs() - teach.getState().startedMs) / 1000);

/** The current beat. */
export const beatOf = ({ beats, place }: Pick<TeachState, 'beats' | 'place'>): Beat | undefined =>
  beats[indexOf(beats, place)];

/** Loads a lesson with its answers, which the page shows at their beat. */
export async function openTeaching(id: string): Promise<void> {
  if (!lessonNamed(id)) return;
  learn.setState({ ...NO_LESSON, id }, true);
  teach.setState({ ...NOT_TEACHING, id, startedMs: nowMs() }, true);
  try {
    const [lesson, reveal] = await Promise.all([loadLesson(id), loadReveal(id)]);
    if (teach.getState().id !== id) return;
    learn.setState({ lesson, reveal });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    learn.setState({ failure: { code: 'ENG-03', path: '', detail } });
  }
}

/** Splits the lesson's text into beats: when it opens, and again after a change of language. */
export async function cutBeats(language: Language): Promise<void> {
  const { id, lesson, reveal } = learn.getState();
  if (id === undefined || !lesson || !reveal) return;
  const halves = await Promise.all([loadLessonText(id, language), loadRevealText(id, language)]);
  if (teach.getState().id !== id) return;
  const texts: Sections = new Map(halves.flatMap((half) => [...half]));
  const isFirst = teach.getState().beats.length === 0;
  teach.setState({ beats: beatsOf(reveal, texts) });
  if (isFirst) void countRuns(runsOf(lesson, reveal), neededRuns(reveal, texts));
}

/** Puts the stage of each beat on screen; the returned function stops it. */
export function followBeats(): () => void {
  let shown: string | undefined;
  const show = (state: TeachState) => {
    const { lesson, reveal } = learn.getState();
    const beat = beatOf(state);
    if (!lesson || !reveal || !beat) return;
    const counters = reveal.predict.counters;
    const counter = state.world === undefined ? undefined : counters?.[state.world];
    const wanted = counter ? `world ${state.world}` : beat.scene;
    if (wanted === shown) {
      if (shown === 'held') hold(beat.kind === 'hook');
      return;
    }
    const isBegun = shown === 'held' && wanted === 'lesson';
    shown = wanted;
    if (isBegun) {
      beginStage(setupOf(beat.scene, lesson, reveal));
      return;
    }
    const setup = counter?.stage ?? setupOf(beat.scene, lesson, reveal);
    void stage(runsOf(lesson, reveal), setup, () => modeOf(beatOf(teach.getState()) ?? beat));
  };
  show(teach.getState());
  const end = teach.subscribe(show);
  return () => {
    end();
    ui.setState({ isHeld: false });
    leaveStage();
  };
}

/** The stage plays beside the complaint; then it waits until the class has answered. */
const modeOf = ({ scene, kind }: Beat): StageMode =>
  scene !== 'held' ? 'free' : kind === 'hook' ? 'preview' : 'held';

/** One beat forward (+1) or back (−1). */
export function goBeat(steps: 1 | -1): void {
  const { beats, place } = teach.getState();
  const next = beats[indexOf(beats, place) + steps];
  if (next) teach.setState({ place: { kind: next.kind }, isBlank: false, world: undefined });
}

export const toggleBlank = (): void => teach.setState(({ isBlank }) => ({ isBlank: !isBlank }));

export const showCode = (hasCode: boolean): void => teach.setState({ hasCode });

/** Shows the counter-run of a wrong answer; undefined hides it. */
export const showWorld = (world: string | undefined): void => teach.setState({ world });

/** Resets the current scene after edits. */
export function showAgain(): void {
  const { lesson, reveal } = learn.getState();
  const beat = beatOf(teach.getState());
  if (lesson && reveal && beat)
    void stage(runsOf(lesson, reveal), setupOf(beat.scene, lesson, reveal), () => modeOf(beat));
}

/** Restarts the timer. */
export const restartTimer = (): void => teach.setState({ startedMs: nowMs() });

/** Leaves the lesson; its simulations are dropped. */
export function closeTeaching(): void {
  closeVote();
  closeEngine('lesson');
  learn.setState(NO_LESSON, true);
  teach.setState(NOT_TEACHING, true);
}
