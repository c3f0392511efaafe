/** Branches from the past: B becomes A as it was, to be changed from the instant on that is on screen. A keeps its future. */
import { editsBetween } from '../scenario/patch.ts';
import { experiment } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { ui } from '../stores/ui.ts';
import { copySide, edit } from './edit.ts';
import { showPair } from './run.ts';

/** Where a branch can begin: after the start, before the end. */
export function branchHere(): void {
  const { player } = run.getState();
  if (!player || player.timeNs < 1 || player.playhead.atEnd) return;
  player.pause();
  const branchNs = Math.round(player.timeNs);
  ui.setState({ only: undefined });
  copySide('a');
  experiment.setState({ branchNs });
  showPair();
}

/** B runs with its knobs from the beginning again. */
export function leaveBranch(): void {
  experiment.setState({ branchNs: undefined });
  showPair();
}

/** Gives B the values of A where a running system cannot have others. */
export async function resetToTrunk(paths: readonly string[]): Promise<void> {
  const { a } = experiment.getState();
  if (!a) return;
  const edits = editsBetween(experiment.getState().b?.scenario, a.scenario);
  const isMeant = (path: string) => paths.some((other) => other === path || other.startsWith(`${path}.`));
  await edit(['b'], Object.fromEntries(Object.entries(edits).filter(([path]) => isMeant(path))));
}
