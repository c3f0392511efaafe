/**
 * Edits in the middle of a run. The edit applies from that instant on, in a branch on B; the unchanged run
 * continues as A. The user can apply it from the start instead.
 */
import { MAX_BRANCHES } from '../../model/scenario/branches.ts';
import { obstacles } from '../../model/scenario/course.ts';
import { diff, type Edits, editsBetween } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { isFree } from '../../ui/ui-state.ts';
import { failed, showPair } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { edit } from '../settings/edit.ts';
import { type ExperimentState, experiment, legsOf, type SideState } from '../settings/experiment-state.ts';
import { validateEdits } from '../settings/validate-edits.ts';
import { branchOff, treeOf } from './branch.ts';
import { type MadeBranch, midRunEdit } from './mid-run-edit-state.ts';

type EditsOf = (side: SideState) => Edits;

/** Settles when the previous edit is applied: a control that moves on edits the same branch. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Edits values in the middle of a run.
 * @param knownBranch the branch that an edit had made when the control moved
 */
export async function editMidRun(
  sides: readonly SideName[],
  editsOf: EditsOf,
  knownBranch: MadeBranch | undefined,
): Promise<void> {
  const { player } = run.getState();
  const atNs = Math.round(player?.playhead.seekingNs ?? player?.timeNs ?? 0);
  const control = document.activeElement === document.body ? null : document.activeElement;
  const deciding = before.then(() => decided({ sides, editsOf, knownBranch, atNs, control }));
  before = deciding.catch(() => undefined);
  try {
    await (await deciding)?.edited;
  } catch (error) {
    failed(error);
  }
}

interface KnobChange {
  readonly sides: readonly SideName[];
  readonly editsOf: EditsOf;
  readonly knownBranch: MadeBranch | undefined;
  readonly atNs: number;
  readonly control: Element | null;
}

/** Makes the branch, or applies the edit to the whole run, which is then pending. */
async function decided(change: KnobChange): Promise<{ edited: Promise<unknown> } | undefined> {
  const { sides, editsOf, knownBranch, atNs, control } = change;
  const present = experiment.getState();
  const under = (names: readonly SideName[]) => ({ edited: Promise.all(names.map(editSide)) });
  const editSide = (name: SideName) => {
    const side = experiment.getState()[name];
    return side && edit([name], editsOf(side));
  };
  const changed = sides.includes('a') ? 'a' : 'b';
  const state = present[changed];
  if (!state) return undefined;
  const edits = editsOf(state);
  const isWhole = present.branchNs === undefined;
  if (!isWhole && isRest(change, Object.keys(edits), present.branchNs)) return under(['b']);
  // The branch of this control has been left in the meantime.
  const isBranchLeft = isWhole && knownBranch !== undefined;
  midRunEdit.setState({
    restarted: undefined,
    refusal: undefined,
    ...(isWhole ? { newBranch: undefined } : {}),
  });
  if (midRunEdit.getState().startsOver || !isFree('branch') || isBranchLeft || !canLeave(change, present))
    return under(sides);
  const judged = await validateEdits(state.scenario, state.drafts, edits);
  // The state may have changed in the meantime; a refused value changes nothing yet.
  if (experiment.getState() !== present || diff(state.scenario, judged.scenario).length === 0)
    return under(sides);
  const blocking = obstacles(state.scenario, judged.scenario);
  // A copy of A is A: it has the same tree.
  const isCopy = diff(present.a?.scenario, present.b?.scenario).length === 0;
  const left = isWhole && isCopy ? 'a' : changed;
  const isFull = treeOf(present, left).length >= MAX_BRANCHES;
  midRunEdit.setState({
    // The bar of the branch reports settings that cannot change in it.
    restarted: blocking.length > 0 && isWhole ? blocking : undefined,
    refusal: blocking.length > 0 || !isFull ? undefined : isWhole || changed === 'a' ? 'fullKnob' : 'fullB',
  });
  if (blocking.length > 0 || isFull) return under(sides);
  const { replaced, hasExplained, isTurned } = midRunEdit.getState();
  branchOff(left, { ...state, ...judged }, atNs);
  const paths = Object.keys(edits);
  midRunEdit.setState({
    newBranch: { before: present, sides, parentSide: left, atNs, isFirst: !hasExplained, paths, control },
    replaced: isWhole ? { before: present, parentSide: left } : replaced,
    hasExplained: true,
    isTurned: isTurned !== (changed === 'a'),
  });
  return undefined;
}

/**
 * Whether an edit belongs to the branch of the edit before: made before the page could show the branch, or by
 * the same control at the same instant.
 */
function isRest(
  { knownBranch, atNs, control }: KnobChange,
  paths: readonly string[],
  branchNs?: number,
): boolean {
  const { newBranch } = midRunEdit.getState();
  if (!newBranch) return false;
  if (newBranch !== knownBranch) return true;
  return (
    atNs === branchNs &&
    control !== null &&
    control === newBranch.control &&
    paths.join() === newBranch.paths.join()
  );
}

/**
 * Whether a branch can leave the edited run at the instant on screen. Where B leaves A, an edit changes one
 * of them; before that, B is not yet B.
 */
function canLeave({ sides: [side, ...others], atNs }: KnobChange, state: ExperimentState): boolean {
  const { branchNs } = state;
  if (!side || branchNs === undefined) return true;
  const begunNs = legsOf(state, side).at(-1)?.untilNs ?? 0;
  return others.length === 0 && atNs !== branchNs && atNs > begunNs;
}

/** Applies the edit of the branch from the start, and later edits of this visit too. */
export async function startOver(): Promise<void> {
  const { newBranch } = midRunEdit.getState();
  midRunEdit.setState({ startsOver: true, newBranch: undefined });
  const present = experiment.getState();
  if (!newBranch || !present.a || !present.b) return;
  const edits = editsBetween(present.a.scenario, present.b.scenario);
  try {
    const changed = await Promise.all(
      newBranch.sides.map(async (name) => {
        const side = newBranch.before[name];
        return side && { [name]: { ...side, ...(await validateEdits(side.scenario, {}, edits)) } };
      }),
    );
    if (experiment.getState() !== present) return;
    experiment.setState(Object.assign({ ...newBranch.before }, ...changed));
    showPair();
  } catch (error) {
    failed(error);
  }
}

/** Closes the note on the restart. */
export const closeRestarted = (): void => midRunEdit.setState({ restarted: undefined, refusal: undefined });
