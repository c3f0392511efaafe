/**
 * Branches from the past: B becomes A as it was, to be changed from the instant on that is on screen. A keeps its future. The
 * branches that are not on screen are kept as what they change, and are shown again when they are chosen.
 */
import { type Branch, branchName, MOST_BRANCHES, readBranches, writeBranches } from '../scenario/branches.ts';
import { editsBetween } from '../scenario/patch.ts';
import { type ExperimentState, experiment, type SideState } from '../stores/experiment.ts';
import { past } from '../stores/past.ts';
import { run } from '../stores/run.ts';
import { ui } from '../stores/ui.ts';
import { edit } from './edit.ts';
import { judge } from './judge.ts';
import { writeAddress } from './link.ts';
import { failed, showPair } from './run.ts';

/** All branches of A, that on screen among them, in the order in which they were made. */
export function branchesOf({ a, b, branchNs, branches }: ExperimentState): readonly Branch[] {
  if (!a) return [];
  const edits = editsBetween(a.scenario, b?.scenario ?? a.scenario);
  return readBranches(branches, a.preset, branchNs === undefined ? undefined : { atNs: branchNs, edits });
}

const isOnScreen = (name: string): Branch => ({ name, isShown: true, atNs: 0, edits: {} });
const setAside = (branch: Branch): Branch => ({ ...branch, isShown: false });

/** A new branch, beside those that there are. It can begin after the start and before the end. */
export function branchHere(): void {
  const { player } = run.getState();
  const { a } = experiment.getState();
  if (!a || !player || player.timeNs < 1 || player.playhead.atEnd) return;
  player.pause();
  branchOff(a, a, Math.round(player.timeNs));
}

/** What A has become is a branch of what it was, from an instant on. Where there are as many as there can be, that is said. */
export function branchOff(trunk: SideState, changed: SideState, atNs: number): void {
  const others = branchesOf({ ...experiment.getState(), a: trunk }).map(setAside);
  const isFull = others.length >= MOST_BRANCHES;
  past.setState({ isFull });
  if (isFull) return;
  experiment.setState({ a: trunk });
  show(changed, atNs, [...others, isOnScreen('')]);
}

/** Shows one of the branches as B. */
export async function showBranch(index: number): Promise<void> {
  const before = experiment.getState();
  const branches = branchesOf(before);
  const chosen = branches[index];
  if (!before.a || !chosen || chosen.isShown) return;
  try {
    const judged = await judge(before.a.scenario, {}, chosen.edits);
    // Something else may have been done meanwhile.
    if (experiment.getState() !== before) return;
    const next = branches.map((branch, at) => (at === index ? isOnScreen(branch.name) : setAside(branch)));
    show({ ...before.a, ...judged }, chosen.atNs, next);
  } catch (error) {
    failed(error);
  }
}

/** Gives a branch a name; with an empty one, what it changes is its name again. */
export function renameBranch(index: number, text: string): void {
  keep(change(index, (branch) => [{ ...branch, name: branchName(text) }]));
}

/** Forgets a branch that is not on screen. */
export function deleteBranch(index: number): void {
  past.setState({ isFull: false });
  keep(change(index, (branch) => (branch.isShown ? [branch] : [])));
}

/** B runs with its knobs from the beginning again; it is no branch any more, the others are kept. */
export function leaveBranch(): void {
  const others = branchesOf(experiment.getState()).filter(({ isShown }) => !isShown);
  past.setState({ isFull: false });
  experiment.setState({ branchNs: undefined });
  keep(others);
  showPair();
}

const change = (index: number, to: (branch: Branch) => readonly Branch[]): readonly Branch[] =>
  branchesOf(experiment.getState()).flatMap((branch, at) => (at === index ? to(branch) : [branch]));

function keep(branches: readonly Branch[]): void {
  const { a } = experiment.getState();
  if (!a) return;
  experiment.setState({ branches: writeBranches(a.preset, branches) });
  void writeAddress();
}

function show(b: SideState, branchNs: number, branches: readonly Branch[]): void {
  ui.setState({ only: undefined });
  experiment.setState({ b, branchNs });
  keep(branches);
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
