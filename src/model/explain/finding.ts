/** A finding: a text key, and the values behind it. */
import type { Event, Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Resource, ResourceUse, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import { isShared } from './shared-cores.ts';
import { usesOf } from './spinning.ts';
import type { WorkKind } from './work.ts';

/**
 * How several threads, cores or nodes share a resource's work. `alone`: there is one. `pooled`: any free one
 * takes the next item, so a demand is the mean. `even` or `uneven`: each has its own work, so a demand is
 * that of the busiest.
 */
export type Sharing = 'alone' | 'pooled' | 'even' | 'uneven';

/** Resources whose threads have their own work: that of their node, or of their connections. */
const OWN_WORK = ['serverMain', 'eventLoop', 'serverIo', 'proxy'] as const satisfies readonly Resource[];
export type OwnWork = (typeof OWN_WORK)[number];
export const hasOwnWork = (name: Resource): name is OwnWork => OWN_WORK.some((own) => own === name);

/** One value of a finding. */
export type Fact =
  | { readonly unit: 'count' | 'number' | 'rate' | 'share'; readonly value: number }
  | { readonly unit: 'time'; readonly us: number }
  /** A name that is the same in every language: of a command, an option, a version. */
  | { readonly unit: 'text'; readonly text: string }
  | {
      readonly unit: 'resource';
      readonly name: Resource;
      readonly isShared?: boolean;
      /** For the busiest of several: their kind, and the node number, from 1; 0 if not nodes. */
      readonly busiest?: { readonly of: OwnWork; readonly node: number };
    }
  | { readonly unit: 'sharing'; readonly sharing: Sharing }
  /** The one of several threads or nodes with this demand. */
  | {
      readonly unit: 'one';
      readonly of: Resource;
      readonly count: number;
      readonly sharing: Sharing;
      readonly node: number;
    }
  | { readonly unit: 'phase'; readonly name: Phase }
  /** Phases of a request with times, largest first. */
  | { readonly unit: 'phases'; readonly phases: readonly { readonly name: Phase; readonly us: number }[] }
  | { readonly unit: 'side'; readonly name: SideName }
  | { readonly unit: 'event'; readonly event: Event }
  /** Number of threads, cores or nodes of a resource. */
  | { readonly unit: 'servers'; readonly of: Resource; readonly count: number }
  | { readonly unit: 'threads'; readonly class: ThreadClass; readonly count: number }
  /** Kinds of work with the demand per request, largest first. */
  | { readonly unit: 'works'; readonly works: readonly { readonly kind: WorkKind; readonly us: number }[] }
  /** The same as shares of the total. */
  | {
      readonly unit: 'workShares';
      readonly works: readonly { readonly kind: WorkKind; readonly share: number }[];
    };

export interface Finding<Id extends string> {
  /** Its text key. */
  readonly id: Id;
  readonly facts: Readonly<Record<string, Fact>>;
}

/** Detects a finding in a run, if it applies. */
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

/** A run's usage of a resource. */
export const use = ({ resources }: Summary, resourceName: Resource): ResourceUse | undefined =>
  resources.find(({ resource }) => resource === resourceName);

/** Utilisation from which a resource is a bottleneck: its queue is at least nine times that at half load. */
export const BUSY = 0.9;

/** Whether it can be in use while its holder only waits, so that its utilisation is no work. */
export const isHeld = (resource: Resource): boolean => resource === 'connections' || resource === 'carriers';

/**
 * Working resources, busiest first. What is held is no work; busy waiting counts only if it delays other
 * threads.
 */
export const workers = (summary: Summary): readonly ResourceUse[] =>
  usesOf(summary).filter(({ resource }) => !isHeld(resource));
