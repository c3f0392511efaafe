/** A link with branches: what A is when it is one of them, and what of the tree cannot be used. */
import { lostBranches } from '../scenario/branches.ts';
import type { Leg } from '../scenario/course.ts';
import { editsBetween } from '../scenario/patch.ts';
import type { Problem } from '../scenario/problem.ts';
import type { SideState } from '../stores/experiment.ts';
import { runOnA } from './branch.ts';
import { asLinkProblem } from './link-problems.ts';

export interface OpenTree {
  readonly side: SideState;
  readonly earlier: readonly Leg[];
  readonly problems: readonly Problem[];
}

/**
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
  return { side, earlier, problems: [...lost, ...problems.map(asLinkProblem)] };
}
