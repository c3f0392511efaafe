/** A value that is changed by hand. */
import type { Edits } from '../scenario/patch.ts';
import type { SideName } from '../scenario/problem.ts';
import { experiment } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { edit } from './edit.ts';

/**
 * Changes values as {@link edit} does. Where a run stands still in its middle, the change may be meant from there on: that is asked.
 */
export async function changeKnob(sides: readonly SideName[], edits: Edits): Promise<void> {
  const { a, branchNs } = experiment.getState();
  const { player } = run.getState();
  const atNs = Math.round(player?.playhead.seekingNs ?? player?.timeNs ?? 0);
  const { playing, atStart = true, atEnd } = player?.playhead ?? {};
  const isInPast = !playing && !atStart && !atEnd;
  await edit(sides, edits);
  if (a && isInPast && sides.includes('a') && branchNs === undefined)
    (await import('./past.ts')).changedInPast(a, atNs);
}
