// @vitest-environment happy-dom
/** A lesson without its page, on the real engine: what stands on the stage, and for which step it may count. */
import { afterEach, expect, it, vi } from 'vitest';
import { follow } from '../../../../src/lab/follow/follow-state.ts';
import { focus } from '../../../../src/lab/marks/focus-state.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { experiment } from '../../../../src/lab/settings/experiment-state.ts';
import { learn, learnProgress } from '../../../../src/learn/lesson/learn-state.ts';
import {
  goTo,
  hideCounter,
  leaveLesson,
  lockPrediction,
  openLesson,
  showCounter,
  showKeptStep,
} from '../../../../src/learn/lesson/lesson.ts';
import { STEPS } from '../../../../src/learn/lessons/lesson.ts';
import { NOTHING } from '../../../../src/learn/lessons/progress.ts';
import { ui } from '../../../../src/ui/ui-state.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const until = (condition: () => boolean) =>
  vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 30_000);

/** Opens a lesson as somebody who has been as far as the end and is at a step now. */
async function openAt(id: string, step: (typeof STEPS)[number]): Promise<void> {
  setSpawn(inProcessEngine);
  const progress = { ...NOTHING, reached: STEPS.length - 1, given: { predict: null } };
  learnProgress.setState({ lessons: { [id]: progress } });
  await openLesson(id, undefined);
  goTo(step);
  await until(() => learn.getState().reveal !== undefined && !learn.getState().isStaging);
}

afterEach(() => {
  leaveLesson();
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
});

it('does not take what still stands on the stage for what the next step asks', async () => {
  await openAt('ping', 'vary');
  const before = experiment.getState();
  goTo('check');
  expect(learn.getState().isStaging).toBe(true);
  expect(experiment.getState()).toBe(before);
  const isStale = await new Promise((resolve) => {
    const end = learn.subscribe(({ isStaging }) => {
      if (isStaging) return;
      end();
      resolve(run.getState().a.isStale && run.getState().b.isStale);
    });
  });
  expect(experiment.getState()).not.toBe(before);
  // At that moment the summaries are still those of the stage before, and are known to be.
  expect(isStale).toBe(true);
});

it('marks the instants of the lesson, and no longer those of what stood there before', async () => {
  focus.setState({ marks: '1ms' });
  await openAt('order', 'run');
  expect(focus.getState().marks).toBe('14ms,27.5ms,40.1ms');
  goTo('vary');
  await until(() => !learn.getState().isStaging);
  expect(focus.getState().marks).toBeUndefined();
});

it('shows the set-up of a step also to who was there before it had come', async () => {
  setSpawn(inProcessEngine);
  learnProgress.setState({ lessons: {} });
  await openLesson('ping', undefined);
  goTo('predict');
  const locked = lockPrediction(null);
  for (const step of ['see', 'reveal', 'vary'] as const) goTo(step);
  expect(learn.getState().reveal).toBeUndefined();
  await locked;
  const { lesson, reveal } = learn.getState();
  expect(reveal?.vary.stage?.a).not.toBe(lesson?.stage.a);
  await until(() => !learn.getState().isStaging);
  const staged = JSON.stringify(experiment.getState().a?.scenario);
  goTo('see');
  goTo('vary');
  await until(() => !learn.getState().isStaging);
  expect(JSON.stringify(experiment.getState().a?.scenario)).toBe(staged);
});

it('knows that a counter-run is none of the learner’s, until the lesson’s own is back', async () => {
  await openAt('pool', 'reveal');
  const { reveal } = learn.getState();
  const [counter] = Object.values(reveal?.predict.counters ?? {});
  if (!counter) throw new Error('the lesson has no counter-run');
  showCounter(counter);
  await until(() => !learn.getState().isStaging);
  expect(learn.getState().counter).toBe(counter);
  hideCounter();
  expect(learn.getState()).toMatchObject({ counter: undefined, isStaging: true });
  await until(() => !learn.getState().isStaging);
});

it('keeps its steps in the history of the browser, and goes back and forward through them', async () => {
  const before = history.length;
  await openAt('ping', 'vary');
  goTo('check');
  goTo('check');
  // One entry for each step, none for a step one is at.
  expect(history.length).toBe(before + 2);
  expect(history.state).toMatchObject({ lessonStep: 'check' });
  history.replaceState({ lessonStep: 'vary' }, '');
  showKeptStep();
  expect(learn.getState().step).toBe('vary');
  expect(history.length).toBe(before + 2);
  // What another page has kept there means nothing.
  history.replaceState({ other: true }, '');
  showKeptStep();
  expect(learn.getState().step).toBe('vary');
  goTo('see');
  expect(history.state).toEqual({ other: true, lessonStep: 'see' });
});

it('does not go back to a step that is not open', async () => {
  setSpawn(inProcessEngine);
  learnProgress.setState({ lessons: {} });
  await openLesson('ping', undefined);
  history.replaceState({ lessonStep: 'reveal' }, '');
  showKeptStep();
  expect(learn.getState().step).toBe('hook');
});

it('follows a request in elastic time where a lesson wants it, and not before the prediction is locked', async () => {
  setSpawn(inProcessEngine);
  learnProgress.setState({ lessons: { journey: { ...NOTHING, reached: 1 } } });
  await openLesson('journey', undefined);
  await until(() => learn.getState().lesson !== undefined && !learn.getState().isStaging);
  await until(() => run.getState().status === 'ready');
  expect([ui.getState().isElastic, follow.getState().followed]).toEqual([false, undefined]);
  await lockPrediction(null);
  expect([ui.getState().isElastic, follow.getState().followed]).toEqual([true, { side: 'a', request: 0 }]);
  await until(() => follow.getState().followedTrail?.journey.isWhole === true);
  leaveLesson();
  expect([ui.getState().isElastic, follow.getState().followed]).toEqual([false, undefined]);
});
