/** Puts named runs of a lesson on the stage: one alone, or two side by side. */

import { followRequest } from '../../lab/follow/follow.ts';
import { type Followed, follow as followed } from '../../lab/follow/follow-state.ts';
import { claimStage } from '../../lab/link/open.ts';
import { focus } from '../../lab/marks/focus-state.ts';
import { keepPace } from '../../lab/pace/pace.ts';
import { normalize } from '../../lab/run/normalize.ts';
import { chooseSpeedAnew, failed, nextView, showPair } from '../../lab/run/run.ts';
import { run } from '../../lab/run/run-state.ts';
import { experiment, type SideState } from '../../lab/settings/experiment-state.ts';
import { NO_RULES } from '../../model/scenario/controls.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { presetById } from '../../model/scenario/library.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import { DEFAULT_PAIR } from '../../model/scenario/url.ts';
import { isMotionReduced } from '../../ui/motion.ts';
import { ui } from '../../ui/ui-state.ts';
import type { Setup } from '../lessons/lesson.ts';
import { type Runs, recipeOf, variantsOf } from '../lessons/runs.ts';

/** A complete scenario; throws the engine's reasons, which only an author's mistake can cause. */
export async function completed(partial: unknown): Promise<Scenario> {
  const { scenario, issues } = await normalize(partial);
  if (!scenario) throw new Error(`a run of the lesson is not valid: ${JSON.stringify(issues)}`);
  return scenario;
}

/** The preset that a run starts from, complete; without one, the engine's default scenario. */
export const baseOf = async (preset: string | undefined): Promise<Scenario> =>
  completed(preset === undefined ? {} : (presetById(preset)?.scenario ?? {}));

async function sideOf(runs: Runs, name: string): Promise<SideState> {
  const recipe = recipeOf(runs, name);
  const base = await baseOf(recipe.preset);
  const scenario = await completed(variantsOf(recipe, base)[0]?.scenario);
  return { preset: recipe.preset ?? DEFAULT_PAIR.a, base, scenario, drafts: {}, problems: [] };
}

/**
 * Before the prediction is locked, the stage shows no metrics: `preview` plays beside the question, `held`
 * waits at the start. `free` is after the lock.
 */
export type StageMode = 'preview' | 'held' | 'free';

/**
 * Shows a set-up from its start.
 * @param modeNow called when it is shown, since the lock may happen on the way
 * @returns whether it is shown: false after a newer request
 */
export async function stage(runs: Runs, setup: Setup, modeNow: () => StageMode): Promise<boolean> {
  const isNewest = claimStage();
  nextView.isPaused = undefined;
  try {
    const a = await sideOf(runs, setup.a);
    const b = setup.b === undefined ? a : await sideOf(runs, setup.b);
    if (!isNewest()) return false;
    const mode = modeNow();
    const isHeld = mode !== 'free';
    ui.setState({
      only: setup.b === undefined ? 'a' : undefined,
      speed: setup.speed,
      panel: setup.panel ?? PANELS[0],
      sync: 'time',
      rules: NO_RULES,
      split: [],
      problems: [],
      isHeld,
    });
    // Bookmarks of another run do not apply here.
    focus.setState({ marks: setup.marks?.join(), lastMark: undefined });
    chooseSpeedAnew();
    nextView.timeNs = 0;
    if (mode === 'held') nextView.isPaused = true;
    experiment.setState({ a, b, branchNs: undefined });
    follow(setup, isHeld);
    showPair();
    return true;
  } catch (error) {
    if (isNewest()) failed(error);
    return false;
  }
}

/** The request that a set-up follows. */
let followedBySetup: Followed | undefined;

/** Follows the request of a set-up with elastic time. A held stage reveals no times. */
function follow({ elastic }: Setup, isHeld: boolean): void {
  const isElastic = elastic !== undefined && !isHeld;
  ui.setState({ isElastic });
  followedBySetup = isElastic ? { side: 'a', request: elastic } : undefined;
  followRequest(followedBySetup);
  if (isElastic) keepPace();
}

/** Stops following the set-up's request: elsewhere it is not special. */
export function leaveStage(): void {
  if (followedBySetup && followed.getState().followed === followedBySetup) {
    ui.setState({ isElastic: false });
    followed.setState(followed.getInitialState());
  }
  followedBySetup = undefined;
}

/** Plays or pauses the run on the stage, also if it is still loading. */
function setPlaying(isPlaying: boolean): void {
  const { status, player } = run.getState();
  if (status !== 'ready') nextView.isPaused = !isPlaying;
  else if (isPlaying) player?.play();
  else player?.pause();
}

/** Starts a held stage. */
export function beginStage(setup: Setup): void {
  ui.setState({ isHeld: false });
  follow(setup, false);
  setPlaying(true);
}

/** Plays the preview of a stage before the lock, or returns it to its start. */
export function hold(isPreview: boolean): void {
  if (isPreview && isMotionReduced()) return;
  setPlaying(isPreview);
  if (!isPreview) run.getState().player?.seek(0);
}
