/** What a finding is: a sentence of the catalogue and the figures that it rests on. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Resource, ResourceUse, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import { isShared } from './shared-cores.ts';
import { usesOf } from './spinning.ts';
import type { WorkKind } from './work.ts';

/**
 * How several threads, cores or nodes share the work of a resource: there is only one; whichever is free takes what comes, so that a
 * demand is the mean of all; or each has work of its own, evenly or not, so that a demand is that of the busiest.
 */
export type Sharing = 'alone' | 'pooled' | 'even' | 'uneven';

/** Resources of which each thread has work of its own: its node's, or its connections'. */
const OWN_WORK = ['serverMain', 'eventLoop', 'serverIo'] as const satisfies readonly Resource[];
export type OwnWork = (typeof OWN_WORK)[number];
export const hasOwnWork = (name: Resource): name is OwnWork => OWN_WORK.some((own) => own === name);

/** One figure of a finding. */
export type Fact =
  | { readonly unit: 'count' | 'number' | 'rate' | 'share'; readonly value: number }
  | { readonly unit: 'time'; readonly us: number }
  | {
      readonly unit: 'resource';
      readonly name: Resource;
      readonly isShared?: boolean;
      /** Where it is told of one of several: which they are, and the number of the node, from 1; 0 of what are no nodes. */
      readonly busiest?: { readonly of: OwnWork; readonly node: number };
    }
  | { readonly unit: 'sharing'; readonly sharing: Sharing }
  /** The one of several threads or nodes that a demand is of. */
  | {
      readonly unit: 'one';
      readonly of: Resource;
      readonly count: number;
      readonly sharing: Sharing;
      readonly node: number;
    }
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

export const sharingFact = (sharing: Sharing): Fact => ({ unit: 'sharing', sharing });

export const resourceFact = (summary: Summary, name: Resource): Extract<Fact, { unit: 'resource' }> => ({
  ...({ unit: 'resource', name } as const),
  ...(isShared(summary, name) && { isShared: true }),
});

/** What a run says of a resource. */
export const use = ({ resources }: Summary, wanted: Resource): ResourceUse | undefined =>
  resources.find(({ resource }) => resource === wanted);

/** Resources that do work, busiest first; a lent connection is not work, nor is busy waiting for which nobody else has to wait. */
export const workers = (summary: Summary): readonly ResourceUse[] =>
  usesOf(summary).filter(({ resource }) => resource !== 'connections');
