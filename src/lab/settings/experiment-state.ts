/**
 * The compared systems. Each side is a preset with edits. `scenario` is canonical and valid; input that
 * cannot be simulated stays in `drafts`. The link keeps both sides.
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
  /** The simulated scenario: canonical, the last state without a problem. */
  readonly scenario: Scenario;
  /** Refused values by path; the inputs keep showing them. */
  readonly drafts: Edits;
  /** The reasons of the refusal. */
  readonly problems: readonly Problem[];
}

export interface ExperimentState {
  /** Absent until the engine has read the first scenarios. */
  readonly a: SideState | undefined;
  readonly b: SideState | undefined;
  /** B is A until this instant, ns, and runs with its own settings afterwards. */
  readonly branchNs: number | undefined;
  /** Earlier states of A, if A is a branch itself; only while B is a branch of it. */
  readonly earlier: readonly Leg[];
  /** The tree of branches in link form (`model/scenario/branches.ts`). */
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

/** Earlier states of a side: B shares the path of A until it leaves it. */
export const legsOf = (
  { a, branchNs, earlier }: Pick<ExperimentState, 'a' | 'branchNs' | 'earlier'>,
  side: SideName,
): readonly Leg[] =>
  side === 'a' || !a || branchNs === undefined
    ? earlier
    : [...earlier, { scenario: a.scenario, untilNs: branchNs }];

/** The mid-run changes of the runs, with their sides. */
export const changesOf = ({
  branchNs,
  earlier,
}: Pick<ExperimentState, 'branchNs' | 'earlier'>): { ns: number; sides: readonly SideName[] }[] => [
  ...earlier.map(({ untilNs }) => ({ ns: untilNs, sides: SIDES })),
  ...(branchNs === undefined ? [] : [{ ns: branchNs, sides: ['b'] as const }]),
];
