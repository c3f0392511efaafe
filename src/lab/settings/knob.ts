/** A value that is changed by hand. */

import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { editMidRun } from '../branch/mid-run-edit.ts';
import { midRunEdit } from '../branch/mid-run-edit-state.ts';
import { isLab } from '../link/address.ts';
import { run } from '../run/run-state.ts';
import { edit } from './edit.ts';
import { experiment, type SideState } from './experiment-state.ts';

/**
 * Whether a change is about an instant of the past: of a run that stands still in its middle, where somebody has gone or gone
 * back. A pause alone is no choice of an instant: who has paused where play had got to, and has seen nothing of what comes
 * later, changes the run that is on screen, as while it plays; that the engine has counted the rest by then is not what they
 * have seen. Lessons begin their runs again with every change.
 */
export function isInPast(): boolean {
  const { playing, atStart = true, atEnd, isNewest } = run.getState().player?.playhead ?? {};
  return isLab() && !playing && !atStart && !atEnd && !isNewest;
}

/**
 * Changes values as {@link edit} does. In the middle of a run the change counts from there on, in a branch.
 * @param editsOf the edits of a side, which may depend on what it is
 */
export async function changeKnob(
  sides: readonly SideName[],
  editsOf: (side: SideState) => Edits,
): Promise<void> {
  const { made } = midRunEdit.getState();
  if (isInPast()) return editMidRun(sides, editsOf, made);
  await Promise.all(
    sides.map((side) => {
      const state = experiment.getState()[side];
      return state && edit([side], editsOf(state));
    }),
  );
}

/** Puts a knob back to what the preset of each side says. */
export const resetKnob = (sides: readonly SideName[], path: string): Promise<void> =>
  changeKnob(sides, ({ base }) => ({ [path]: (getAt(base, path) as Json | undefined) ?? null }));

/** Takes the nearest value the engine offers. */
export const takeNearest = (sides: readonly SideName[], { path, nearest }: Problem): Promise<void> =>
  changeKnob(sides, () => ({ [path]: nearest ?? null }));
