/**
 * A knob that is changed in the middle of a run: the change counts from there on, in a branch, and what was keeps its future. Whoever
 * means the run from its beginning says so once.
 */
import { MOST_BRANCHES } from '../scenario/branches.ts';
import { obstacles } from '../scenario/course.ts';
import { diff, type Edits, editsBetween } from '../scenario/patch.ts';
import type { SideName } from '../scenario/problem.ts';
import { experiment, type SideState } from '../stores/experiment.ts';
import { past } from '../stores/past.ts';
import { run } from '../stores/run.ts';
import { isFree } from '../stores/ui.ts';
import { branchesOf, branchOff } from './branch.ts';
import { edit } from './edit.ts';
import { judge } from './judge.ts';
import { failed, showPair } from './run.ts';

type EditsOf = (side: SideState) => Edits;

/** Settles when the change before is on its way: a hand that moves on meanwhile means the same branch. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Changes values in the middle of a run.
 * @param wasWhole whether there was no branch on screen when the hand moved
 */
export async function changeInPast(
  sides: readonly SideName[],
  editsOf: EditsOf,
  wasWhole: boolean,
): Promise<void> {
  const { player } = run.getState();
  const atNs = Math.round(player?.playhead.seekingNs ?? player?.timeNs ?? 0);
  const control = document.activeElement === document.body ? null : document.activeElement;
  const deciding = before.then(() => decided({ sides, editsOf, wasWhole, atNs, control }));
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
  readonly wasWhole: boolean;
  readonly atNs: number;
  readonly control: Element | null;
}

/** Makes the branch; or has the values changed as ever, which is then under way. */
async function decided(change: KnobChange): Promise<{ edited: Promise<unknown> } | undefined> {
  const { sides, editsOf, wasWhole, atNs, control } = change;
  const present = experiment.getState();
  const { a, branchNs } = present;
  if (!a) return undefined;
  const edits = editsOf(a);
  const under = (names: readonly SideName[]) => ({ edited: Promise.all(names.map(editSide)) });
  const editSide = (name: SideName) => {
    const side = experiment.getState()[name];
    return side && edit([name], editsOf(side));
  };
  if (branchNs !== undefined) return under(isRest(change, Object.keys(edits)) ? ['b'] : sides);
  past.setState({ restarted: undefined, made: undefined });
  if (past.getState().startsOver || !isFree('branch') || !wasWhole) return under(sides);
  const judged = await judge(a.scenario, a.drafts, edits);
  // Something else may have been done meanwhile; a value that is refused changes nothing yet.
  if (experiment.getState() !== present || diff(a.scenario, judged.scenario).length === 0)
    return under(sides);
  const inTheWay = obstacles(a.scenario, judged.scenario);
  const isFull = branchesOf(present).length >= MOST_BRANCHES;
  past.setState({
    restarted: inTheWay.length > 0 ? inTheWay : undefined,
    refusal: inTheWay.length === 0 && isFull ? 'fullKnob' : undefined,
  });
  if (inTheWay.length > 0 || isFull) return under(sides);
  branchOff({ ...a, drafts: {}, problems: [] }, { ...a, ...judged }, atNs);
  const isFirst = !past.getState().isTold;
  const made = { before: present, sides, atNs, isFirst, paths: Object.keys(edits), control };
  past.setState({ made, isTold: true });
  return undefined;
}

/** Whether a change belongs to what has made the branch: it came before the page could show it, or from the same control. */
function isRest({ wasWhole, control }: KnobChange, paths: readonly string[]): boolean {
  const { made } = past.getState();
  if (wasWhole) return true;
  return (
    made !== undefined && control !== null && control === made.control && paths.join() === made.paths.join()
  );
}

/** What has been changed in the branch is meant from the beginning, as are later changes of this visit. */
export async function startOver(): Promise<void> {
  const { made } = past.getState();
  past.setState({ startsOver: true, made: undefined });
  const present = experiment.getState();
  if (!made || !present.a || !present.b) return;
  const edits = editsBetween(present.a.scenario, present.b.scenario);
  try {
    const changed = await Promise.all(
      made.sides.map(async (name) => {
        const side = made.before[name];
        return side && { [name]: { ...side, ...(await judge(side.scenario, {}, edits)) } };
      }),
    );
    if (experiment.getState() !== present) return;
    experiment.setState(Object.assign({ ...made.before }, ...changed));
    showPair();
  } catch (error) {
    failed(error);
  }
}

/** It is known what begins a run again. */
export const closeRestarted = (): void => past.setState({ restarted: undefined });
