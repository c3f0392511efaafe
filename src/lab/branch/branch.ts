/**
 * Branches from the past: B becomes A as it was, to be changed from the instant on screen. A keeps its future
 * and may be a branch itself: A shows the run that B leaves. Branches that are not on screen are kept as
 * their changes.
 */
import {
  assignedNumbers,
  type Branch,
  branchName,
  familyOf,
  MAX_BRANCHES,
  pathTo,
  readBranches,
  type Shown,
  without,
  writeBranches,
} from '../../model/scenario/branches.ts';
import type { Leg } from '../../model/scenario/course.ts';
import { runEndNs } from '../../model/scenario/derived.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { diff, editsBetween } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { ui } from '../../ui/ui-state.ts';
import { asStep, writeAddress } from '../link/link.ts';
import { failed, showPair } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { edit } from '../settings/edit.ts';
import { type ExperimentState, experiment, legsOf, type SideState } from '../settings/experiment-state.ts';
import { validateEdits } from '../settings/validate-edits.ts';
import { midRunEdit, type Replaced } from './mid-run-edit-state.ts';

/** All branches in the order of their creation, those on screen included. */
export function branchesOf({ a, b, branchNs, earlier, branches }: ExperimentState): readonly Branch[] {
  if (!a) return [];
  const edits = editsBetween(a.scenario, b?.scenario ?? a.scenario);
  const before = earlier.at(-1)?.scenario;
  const all = readBranches(
    branches,
    a.preset,
    branchNs === undefined ? undefined : { atNs: branchNs, edits },
  );
  // A side may have been changed since the text was written.
  return all.map((branch) =>
    branch.side === 'a' && before ? { ...branch, edits: editsBetween(before, a.scenario) } : branch,
  );
}

/** Count of all branch numbers given, those of deleted branches included. A number is never given twice. */
const givenTo = ({ a, branches: text }: ExperimentState, branches: readonly Branch[]): number =>
  Math.max(a ? assignedNumbers(text, a.preset) : 0, ...branches.map(({ number }) => number));

/** The root run of all branches, as a side. */
export const rootOf = (a: SideState, earlier: readonly Leg[]): SideState =>
  earlier[0] ? { ...a, scenario: earlier[0].scenario, drafts: {}, problems: [] } : a;

const placeOf = (branches: readonly Branch[], side: SideName): number | undefined => {
  const index = branches.findIndex((branch) => branch.side === side);
  return index < 0 ? undefined : index;
};

interface Reached {
  readonly side: SideState;
  readonly earlier: readonly Leg[];
  /** The branch changes that the engine refused. */
  readonly problems: readonly Problem[];
}

/** The run that one of its branches continues. */
async function reach(
  root: SideState,
  branches: readonly Branch[],
  index: number | undefined,
): Promise<Reached> {
  let side = root;
  const earlier: Leg[] = [];
  const problems: Problem[] = [];
  for (const at of pathTo(branches, index)) {
    const { atNs, edits } = branches[at] as Branch;
    const judged = await validateEdits(side.scenario, {}, edits);
    problems.push(...judged.problems);
    earlier.push({ scenario: side.scenario, untilNs: atNs });
    side = { ...side, scenario: judged.scenario, drafts: {}, problems: [] };
  }
  return { side, earlier, problems };
}

/** The run on A when a link's `a` is the root run: the branch that B leaves, if there is one. */
export function runOnA(
  root: SideState,
  text: string | undefined,
  shown: Shown | undefined,
): Promise<Reached> {
  const branches = readBranches(text, root.preset, shown);
  return reach(root, branches, placeOf(branches, 'a'));
}

/** Adds a branch of the run on A at the instant on screen. */
export const branchHere = (): Promise<void> => branchFrom(placeOf(branchesOf(experiment.getState()), 'a'));

/**
 * Adds a branch at the instant on screen, between the start and the end. A then shows the run it leaves.
 * @param index the branch to leave; undefined: the root run. Before a branch begins, its parent is used
 */
export async function branchFrom(index: number | undefined): Promise<void> {
  const { player } = run.getState();
  const before = experiment.getState();
  const isMoment = player !== undefined && player.timeNs >= 1 && !player.playhead.atEnd;
  midRunEdit.setState({ refusal: isMoment ? undefined : 'moment' });
  if (!before.a || !isMoment) return;
  player.pause();
  const atNs = Math.round(player.timeNs);
  const branches = branchesOf(before);
  if (isFull(branches)) return;
  const parent = pathTo(branches, index).findLast((at) => (branches[at]?.atNs ?? 0) <= atNs);
  await showOnSides(before, branches, parent, (a) => ({ b: a, atNs }));
}

/** The tree of a side: A's tree, unless B is a system of its own, which has none yet. */
export const treeOf = (state: ExperimentState, side: SideName): readonly Branch[] =>
  side === 'b' && state.branchNs === undefined ? [] : branchesOf(state);

/**
 * Turns an edit of a side into a branch from an instant on: B is the edited side, A the side before. Requires
 * that another branch is allowed.
 */
export function branchOff(left: SideName, changed: SideState, atNs: number): void {
  const before = experiment.getState();
  const side = before[left];
  if (!side) return;
  const branches = treeOf(before, left);
  const isOwn = left === 'b' && before.branchNs === undefined;
  const parent = placeOf(branches, left);
  const number = (isOwn ? 0 : givenTo(before, branches)) + 1;
  show(
    {
      a: { ...side, drafts: {}, problems: [] },
      earlier: legsOf(before, left),
      b: changed,
      branchNs: atNs,
      ...(isOwn ? { branches: undefined } : {}),
    },
    [...asideBut(branches, parent, undefined), made(number, parent, atNs)],
  );
}

/** The branches without those on screen. */
const asideBut = (
  branches: readonly Branch[],
  onA: number | undefined,
  onB: number | undefined,
): readonly Branch[] =>
  branches.map((branch, at) => ({ ...branch, side: at === onA ? 'a' : at === onB ? 'b' : undefined }));

const made = (number: number, parent: number | undefined, atNs: number): Branch => ({
  number,
  name: '',
  parent,
  side: 'b',
  atNs,
  edits: {},
});

function isFull({ length }: readonly Branch[]): boolean {
  const full = length >= MAX_BRANCHES;
  midRunEdit.setState({ refusal: full ? 'full' : undefined });
  return full;
}

/** Shows one of the branches as B, and its parent as A. */
export async function showBranch(index: number): Promise<void> {
  const before = experiment.getState();
  const branches = branchesOf(before);
  const chosen = branches[index];
  if (!chosen || chosen.side === 'b') return;
  const isOver = before.a !== undefined && chosen.atNs >= runEndNs(before.a.scenario);
  midRunEdit.setState({ refusal: isOver ? 'late' : undefined });
  if (isOver) return;
  await showOnSides(before, branches, chosen.parent, async (a) => {
    const judged = await validateEdits(a.scenario, {}, chosen.edits);
    return { b: { ...a, ...judged }, atNs: chosen.atNs, index };
  });
}

/** Whether two systems are compared. If so, a branch of either replaces the other. */
const hasOther = ({ a, b, branchNs }: ExperimentState): boolean =>
  branchNs === undefined && diff(a?.scenario, b?.scenario).length > 0;

interface PutB {
  readonly b: SideState;
  readonly atNs: number;
  /** Its place in the tree; absent for a new branch. */
  readonly index?: number;
}

/** Puts one run on A and its branch on B. */
async function showOnSides(
  before: ExperimentState,
  branches: readonly Branch[],
  parent: number | undefined,
  leaving: (a: SideState) => PutB | Promise<PutB>,
): Promise<void> {
  if (!before.a) return;
  try {
    const isThere = parent === placeOf(branches, 'a');
    const reached = isThere
      ? { side: before.a, earlier: before.earlier }
      : await reach(rootOf(before.a, before.earlier), branches, parent);
    const { b, atNs, index } = await leaving(reached.side);
    // The state may have changed during the wait.
    if (experiment.getState() !== before) return;
    const offScreen = asideBut(branches, parent, index);
    const next =
      index === undefined ? [...offScreen, made(givenTo(before, branches) + 1, parent, atNs)] : offScreen;
    show({ a: reached.side, earlier: reached.earlier, b, branchNs: atNs }, next);
    // The compared system returns when the branch is left. If B was A itself, B keeps its settings.
    if (hasOther(before)) midRunEdit.setState({ replaced: { before, parentSide: 'a' } });
  } catch (error) {
    failed(error);
  }
}

/** Names a branch; an empty name restores the name by its changes. */
export function renameBranch(index: number, text: string): void {
  const branches = branchesOf(experiment.getState());
  keep(branches.map((branch, at) => (at === index ? { ...branch, name: branchName(text) } : branch)));
}

/** Whether a branch can be deleted: neither it nor a descendant is on screen. */
export const isForgettable = (branches: readonly Branch[], index: number): boolean =>
  familyOf(branches, index).every((at) => branches[at]?.side === undefined);

/** Deletes a branch and its descendants. Undo is possible until the tree changes again. */
export function deleteBranch(index: number): void {
  const { branches: text } = experiment.getState();
  const branches = branchesOf(experiment.getState());
  if (!isForgettable(branches, index)) return;
  const count = familyOf(branches, index).length;
  keep(without(branches, index));
  midRunEdit.setState({ refusal: undefined, forgotten: { text, count } });
}

/** Undoes the last deletion. */
export function bringBack(): void {
  const { forgotten } = midRunEdit.getState();
  if (!forgotten) return;
  midRunEdit.setState({ forgotten: undefined });
  experiment.setState({ branches: forgotten.text });
  void writeAddress();
}

/**
 * Leaves the branch: A is the root run, the other branches are kept. B restarts with its settings, or the
 * system that a mid-run change replaced returns.
 */
export function leaveBranch(): void {
  const { replaced } = midRunEdit.getState();
  const { a, earlier } = experiment.getState();
  const root = a && rootOf(a, earlier);
  const leave = () => {
    experiment.setState({ ...(replaced && root && compared(replaced, root)), branchNs: undefined });
    midRunEdit.setState({ refusal: undefined });
    showPair();
  };
  if (replaced) asStep(leave);
  else leave();
}

/** The compared pair as it was, with the current seed and run length. */
function compared({ before, parentSide }: Replaced, root: SideState): Partial<ExperimentState> {
  if (!before.b) return {};
  const replaced = parentSide === 'a' ? before.b : before.a;
  const was = before[parentSide]?.scenario;
  const { seed, run } = root.scenario;
  const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  const other = replaced && {
    ...replaced,
    scenario: {
      ...replaced.scenario,
      ...(seed === undefined || was?.seed === seed ? {} : { seed }),
      ...(run === undefined || isSame(was?.run, run) ? {} : { run }),
    },
  };
  return parentSide === 'a'
    ? { a: root, earlier: [], b: other }
    : // The tree belongs to the run that is A again.
      { a: other, earlier: [], b: root, branches: before.branches };
}

function keep(branches: readonly Branch[]): void {
  const { a } = experiment.getState();
  if (!a) return;
  midRunEdit.setState({ forgotten: undefined });
  const given = givenTo(experiment.getState(), branches);
  experiment.setState({ branches: writeBranches(a.preset, branches, given) });
  void writeAddress();
}

function show(
  next: Pick<ExperimentState, 'a' | 'earlier' | 'b' | 'branchNs'> & Partial<ExperimentState>,
  branches: readonly Branch[],
): void {
  const put = () => {
    ui.setState({ only: undefined });
    midRunEdit.setState({ newBranch: undefined });
    experiment.setState(next);
    keep(branches);
    showPair();
  };
  if (hasOther(experiment.getState())) asStep(put);
  else put();
}

/** Resets settings of a side to its parent's values where a running system cannot change them. */
export async function resetToTrunk(side: SideName, paths: readonly string[]): Promise<void> {
  const { a, earlier, [side]: changed } = experiment.getState();
  const trunk = side === 'b' ? a?.scenario : earlier.at(-1)?.scenario;
  if (!trunk) return;
  const edits = editsBetween(changed?.scenario, trunk);
  const matchesPath = (path: string) => paths.some((other) => other === path || other.startsWith(`${path}.`));
  await edit([side], Object.fromEntries(Object.entries(edits).filter(([path]) => matchesPath(path))));
}

// Another system on B, or a restart of both, ends the branch on screen. The tree stays valid.
experiment.subscribe((now, before) => {
  if (before.branchNs !== undefined && now.branchNs === undefined) updateTree(now, before);
  else if (now.a && now.a !== before.a) {
    if (now.earlier.length > 0) alignEarlier(now.a, now.earlier);
    if (isLate(now.a.scenario, now)) cut(now.a);
  }
});

/** Whether a branch on screen begins after the end of the run. */
const isLate = (scenario: Scenario, { branchNs, earlier }: ExperimentState): boolean =>
  branchNs !== undefined &&
  scenario.run !== undefined &&
  Math.max(branchNs, ...earlier.map(({ untilNs }) => untilNs)) >= runEndNs(scenario);

/** The run now ends before the branch begins: both sides run from the start. */
function cut(a: SideState): void {
  experiment.setState({ a: rootOf(a, experiment.getState().earlier), branchNs: undefined });
  midRunEdit.setState({ refusal: 'cut' });
}

/** The branch that was on screen stays in the tree if it has descendants. */
function updateTree(now: ExperimentState, before: ExperimentState): void {
  midRunEdit.setState({ forgotten: undefined, newBranch: undefined, replaced: undefined, isTurned: false });
  const branches = branchesOf(before);
  const b = placeOf(branches, 'b');
  const isAlone = b !== undefined && familyOf(branches, b).length === 1;
  const remaining = asideBut(isAlone ? without(branches, b) : branches, undefined, undefined);
  // Next to a new B stands the root run. A system compared with its own copy keeps its current state.
  const isStill = now.a === before.a && (now.b === before.b || now.b?.base !== before.a?.base);
  experiment.setState({
    earlier: [],
    ...(isStill && now.a ? { a: rootOf(now.a, before.earlier) } : {}),
    ...(before.a && now.branches === before.branches
      ? {
          branches: writeBranches(
            before.a.preset,
            remaining,
            remaining.length > 0 ? givenTo(before, branches) : 0,
          ),
        }
      : {}),
  });
}

/** Seed and run length are the same for the whole run. */
function alignEarlier({ scenario: { seed, run } }: SideState, earlier: readonly Leg[]): void {
  const isSame = earlier.every(({ scenario }) => scenario.seed === seed && scenario.run === run);
  if (isSame) return;
  experiment.setState({
    earlier: earlier.map(({ scenario, untilNs }) => ({
      untilNs,
      scenario: {
        ...scenario,
        ...(seed === undefined ? {} : { seed }),
        ...(run === undefined ? {} : { run }),
      },
    })),
  });
}
