/** A knob that is changed in the middle of a run: asks whether it is meant from there on. Nothing waits for the answer. */
import { obstacles } from '../scenario/course.ts';
import { diff } from '../scenario/patch.ts';
import { experiment, type SideState } from '../stores/experiment.ts';
import { past } from '../stores/past.ts';
import { branchOff } from './branch.ts';

/**
 * A was changed, and runs from its beginning with that. Changes at one instant add up to one question; what a running system cannot
 * change leaves none.
 * @param before A as it was @param atNs the instant on screen
 */
export function changedInPast(before: SideState, atNs: number): void {
  const { a, branchNs } = experiment.getState();
  const { question, startsOver } = past.getState();
  if (!a || branchNs !== undefined || startsOver) return;
  const isSame = question?.trunk.base === before.base && question.atNs === atNs;
  const trunk = isSame ? question.trunk : before;
  const isPossible =
    a.base === trunk.base &&
    diff(trunk.scenario, a.scenario).length > 0 &&
    obstacles(trunk.scenario, a.scenario).length === 0;
  past.setState({ question: isPossible ? { trunk, atNs } : undefined });
}

/** It is meant from there on: what A has become is a branch of what it was. */
export function branchInstead(): void {
  const { question } = past.getState();
  const { a } = experiment.getState();
  past.setState({ question: undefined });
  if (question && a) branchOff(question.trunk, a, question.atNs);
}

/** It is meant from the beginning, now and for the rest of the session. */
export const startOver = (): void => past.setState({ question: undefined, startsOver: true });
