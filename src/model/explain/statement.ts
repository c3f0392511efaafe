/** What is said of two systems: a sentence of the catalogue, the figures that it rests on, and the parts of a difference. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Summary } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import type { Fact, Finding } from './finding.ts';
import type { LimitId } from './limits.ts';
import type { WorkKind } from './work.ts';

export interface System {
  readonly scenario: Scenario;
  readonly summary: Summary;
}

/** One kind of work, or one phase of a request, on both sides, µs. */
export interface Part {
  readonly of: { readonly work: WorkKind } | { readonly phase: Phase };
  readonly a: number;
  readonly b: number;
}

/** A noun phrase: what limits a side. */
export interface Limit {
  readonly side: SideName;
  readonly limit: Finding<LimitId>;
}

/** How a side is asked: by callers that wait for their replies, or by a load that comes whatever is answered. */
export interface Load {
  readonly id: 'closed' | 'open';
  readonly facts: Readonly<Record<string, Fact>>;
}

export type StatementId =
  | 'load'
  | 'faster'
  | 'sooner'
  | 'same'
  | 'spread'
  | 'unanswered'
  | 'commands'
  | 'limits'
  | 'hold'
  | 'need'
  | 'needSame'
  | 'needSpread'
  | 'needUneven'
  | 'freed'
  | 'only'
  | 'takenOver'
  | 'batching'
  | 'sharing'
  | 'spin'
  | 'phases';

export interface Statement {
  readonly id: StatementId;
  readonly facts: Readonly<Record<string, Fact>>;
  /** What limits A and B. */
  readonly limits?: readonly Limit[];
  /** How A and B are asked. */
  readonly loads?: Both<Load>;
  /** What makes the difference, the largest share first. */
  readonly parts?: readonly Part[];
  /** What all other parts differ by together, B − A, µs: with those named it is the whole difference. */
  readonly restUs?: number;
}

/** Below this, what a request needs of a resource counts as the same on both sides. */
export const NEEDS = 0.05;
/** What is less than this part of a difference is not named. */
export const WORTH = 0.1;
/** As many parts can be kept in mind. */
export const MOST = 4;

export type Both<T> = Readonly<Record<SideName, T>>;
export const SIDES: readonly SideName[] = ['a', 'b'];
export const otherThan = (name: SideName): SideName => (name === 'a' ? 'b' : 'a');
export const side = (name: SideName): Fact => ({ unit: 'side', name });
export const numberFact = (value: number): Fact => ({ unit: 'number', value });

export const apart = (a: number, b: number): number =>
  Math.min(a, b) > 0 ? Math.max(a, b) / Math.min(a, b) - 1 : 0;

export const difference = ({ a, b }: Part): number => b - a;

/** The largest of some parts, as many as are worth naming. */
export function named<P extends Part>(all: readonly P[]): { parts: P[]; restUs: number } {
  const bySize = [...all].sort((one, other) => Math.abs(difference(other)) - Math.abs(difference(one)));
  const least = WORTH * Math.abs(all.reduce((sum, part) => sum + difference(part), 0));
  const parts = bySize
    .filter((part, at) => at === 0 || Math.abs(difference(part)) >= least)
    .filter((part) => difference(part) !== 0)
    .slice(0, MOST);
  const rest = bySize.filter((part) => !parts.includes(part));
  return { parts, restUs: rest.reduce((sum, part) => sum + difference(part), 0) };
}
