/** What a finding is: a sentence of the catalogue and the figures that it rests on. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Resource, ResourceUse, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import { isShared } from './shared-cores.ts';
import type { WorkKind } from './work.ts';

/** One figure of a finding. */
export type Fact =
  | { readonly unit: 'count' | 'number' | 'rate' | 'share'; readonly value: number }
  | { readonly unit: 'time'; readonly us: number }
  | { readonly unit: 'resource'; readonly name: Resource; readonly isShared?: boolean }
  | { readonly unit: 'phase'; readonly name: Phase }
  /** Phases of a request with their times, the largest first. */
  | { readonly unit: 'phases'; readonly phases: readonly { readonly name: Phase; readonly us: number }[] }
  | { readonly unit: 'side'; readonly name: SideName }
  /** How many threads, cores or nodes a resource is. */
  | { readonly unit: 'servers'; readonly of: Resource; readonly count: number }
  | { readonly unit: 'threads'; readonly class: ThreadClass; readonly count: number }
  /** Kinds of work with what a request needs of each, the largest first. */
  | { readonly unit: 'works'; readonly works: readonly { readonly kind: WorkKind; readonly us: number }[] }
  /** The same as shares of a whole. */
  | {
      readonly unit: 'workShares';
      readonly works: readonly { readonly kind: WorkKind; readonly share: number }[];
    };

export interface Finding<Id extends string> {
  /** Its sentence in the catalogue. */
  readonly id: Id;
  readonly facts: Readonly<Record<string, Fact>>;
}

/** Finds something in a run, or nothing. */
export type Rule<Id extends string> = (scenario: Scenario, summary: Summary) => Finding<Id> | undefined;

export const count = (value: number): Fact => ({ unit: 'count', value });
export const share = (value: number): Fact => ({ unit: 'share', value });
export const rate = (value: number): Fact => ({ unit: 'rate', value });
export const time = (us: number): Fact => ({ unit: 'time', us });

export const resourceFact = (summary: Summary, name: Resource): Fact => ({
  ...{ unit: 'resource', name },
  ...(isShared(summary, name) && { isShared: true }),
});

/** What a run says of a resource. */
export const use = ({ resources }: Summary, wanted: Resource): ResourceUse | undefined =>
  resources.find(({ resource }) => resource === wanted);

/** Resources that do work, busiest first; a lent connection is not work. */
export const workers = ({ resources }: Summary): readonly ResourceUse[] =>
  resources.filter(({ resource }) => resource !== 'connections');
