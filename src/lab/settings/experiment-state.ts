/**
 * The two systems that are compared. Each side is a preset and what became of it; `scenario` is always canonical and valid,
 * and what was typed but cannot be simulated waits in `drafts` beside it. Travels in the link.
 */
import { createStore } from 'zustand/vanilla';
import type { Leg } from '../../model/scenario/course.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';

export interface SideState {
  /** Id of the preset it started from. */
  readonly preset: string;
  /** That preset, canonical. */
  readonly base: Scenario;
  /** What is simulated: canonical, the last state without a problem. */
  readonly scenario: Scenario;
  /** Values that were given and refused, by path; the inputs keep showing them. */
  readonly drafts: Edits;
  /** Why they were refused. */
  readonly problems: readonly Problem[];
}

export interface ExperimentState {
  /** Absent until the engine has read the first scenarios. */
  readonly a: SideState | undefined;
  readonly b: SideState | undefined;
  /** B is A until then, ns, and runs with its own knobs from there on. */
  readonly branchNs: number | undefined;
  /** What A was before it became what it is, where it is a branch itself; it is one only while B is a branch of it. */
  readonly earlier: readonly Leg[];
  /** The tree of branches, as links say it (`model/scenario/branches.ts`). */
  readonly branches: string | undefined;
}

export const SIDES: readonly SideName[] = ['a', 'b'];

export const experiment = createStore<ExperimentState>(() => ({
  a: undefined,
  b: undefined,
  branchNs: undefined,
  earlier: [],
  branches: undefined,
}));

/** What a side is before it becomes what it is: B goes the way of A until it leaves it. */
export const legsOf = (
  { a, branchNs, earlier }: Pick<ExperimentState, 'a' | 'branchNs' | 'earlier'>,
  side: SideName,
): readonly Leg[] =>
  side === 'a' || !a || branchNs === undefined
    ? earlier
    : [...earlier, { scenario: a.scenario, untilNs: branchNs }];

/** When what is run was changed, and on which sides. */
export const changesOf = ({
  branchNs,
  earlier,
}: Pick<ExperimentState, 'branchNs' | 'earlier'>): { ns: number; sides: readonly SideName[] }[] => [
  ...earlier.map(({ untilNs }) => ({ ns: untilNs, sides: SIDES })),
  ...(branchNs === undefined ? [] : [{ ns: branchNs, sides: ['b'] as const }]),
];
