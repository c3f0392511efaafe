/** A link with branches: what A is when it is one of them, and what of the tree cannot be used. */
import { lostBranches } from '../../model/scenario/branches.ts';
import type { Leg } from '../../model/scenario/course.ts';
import { editsBetween } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { runEndNs } from '../../model/scenario/run-end.ts';
import { writeTime } from '../../model/scenario/url.ts';
import { runOnA } from '../branch/branch.ts';
import type { SideState } from '../settings/experiment-state.ts';
import { asLinkProblem } from './link-problems.ts';

export interface OpenTree {
  readonly side: SideState;
  readonly earlier: readonly Leg[];
  readonly branchNs: number | undefined;
  readonly branches: string | undefined;
  readonly problems: readonly Problem[];
}

/**
 * What begins at the end of the run or after it is no branch: then both sides run as they are from the start.
 * @param root `a` of the link: the run from the start
 * @param branchNs when B leaves what is on A; undefined where B is no branch
 * @param text the tree, as the link says it
 */
export async function openTree(
  root: SideState,
  b: SideState,
  branchNs: number | undefined,
  text: string | undefined,
): Promise<OpenTree> {
  const shown =
    branchNs === undefined ? undefined : { atNs: branchNs, edits: editsBetween(root.scenario, b.scenario) };
  const value = text === undefined ? '' : lostBranches(text, root.preset, shown);
  const lost: Problem[] = value === '' ? [] : [{ code: 'URL-03', path: 'branches', value }];
  const { side, earlier, problems } = await runOnA(root, text, shown);
  const endNs = runEndNs(root.scenario);
  const late = [...earlier.map(({ untilNs }) => untilNs), branchNs ?? 0].find((ns) => ns >= endNs);
  if (late !== undefined) {
    const facts = { hint: 'branch', end: writeTime(endNs) };
    const problem: Problem = { code: 'URL-02', path: 'branch', value: writeTime(late), facts };
    return { side: root, earlier: [], branchNs: undefined, branches: undefined, problems: [problem] };
  }
  return {
    side,
    earlier,
    branchNs,
    branches: text,
    problems: [...lost, ...problems.map(asLinkProblem)],
  };
}
