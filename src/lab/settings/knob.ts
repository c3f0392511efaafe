/** Edits by hand. */

import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { editMidRun } from '../branch/mid-run-edit.ts';
import { midRunEdit } from '../branch/mid-run-edit-state.ts';
import { isLab } from '../link/address.ts';
import { run } from '../run/run-state.ts';
import { edit } from './edit.ts';
import { experiment, type SideState } from './experiment-state.ts';

/**
 * Whether an edit applies from the instant on screen: the run is paused in its middle, after the reader went
 * there or back. A pause alone chooses no instant: the edit then applies to the whole run, as while playing.
 * Lessons restart their runs with every edit.
 */
export function isInPast(): boolean {
  const { playing, atStart = true, atEnd, isNewest } = run.getState().player?.playhead ?? {};
  return isLab() && !playing && !atStart && !atEnd && !isNewest;
}

/**
 * Edits values like {@link edit}. In the middle of a run the edit applies from there on, in a branch.
 * @param editsOf the edits of a side, which may depend on its state
 */
export async function changeKnob(
  sides: readonly SideName[],
  editsOf: (side: SideState) => Edits,
): Promise<void> {
  const { newBranch } = midRunEdit.getState();
  if (isInPast()) return editMidRun(sides, editsOf, newBranch);
  await Promise.all(
    sides.map((side) => {
      const state = experiment.getState()[side];
      return state && edit([side], editsOf(state));
    }),
  );
}

/** Resets a setting to the preset of each side. */
export const resetKnob = (sides: readonly SideName[], path: string): Promise<void> =>
  changeKnob(sides, ({ base }) => ({ [path]: (getAt(base, path) as Json | undefined) ?? null }));

/** Applies the nearest value that the engine offers. */
export const takeNearest = (sides: readonly SideName[], { path, nearest }: Problem): Promise<void> =>
  changeKnob(sides, () => ({ [path]: nearest ?? null }));
