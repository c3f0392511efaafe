/** A statement about two systems: a text key, the values behind it, and the parts of a difference. */
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

/** One kind of work, or one phase, on both sides, µs. */
export interface Part {
  readonly of: { readonly work: WorkKind } | { readonly phase: Phase };
  readonly a: number;
  readonly b: number;
}

/** A side's bottleneck, as a noun phrase. */
export interface Limit {
  readonly side: SideName;
  readonly limit: Finding<LimitId>;
}

/** A side's load: closed (callers wait for replies) or open (independent arrivals). */
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
  /** Bottlenecks of A and B. */
  readonly limits?: readonly Limit[];
  /** Loads of A and B. */
  readonly loads?: Both<Load>;
  /** Causes of the difference, largest share first. */
  readonly parts?: readonly Part[];
  /** Sum of all other differences, B − A, µs; with the named ones it is the whole difference. */
  readonly restUs?: number;
}

/** Relative difference below which demands are equal. */
export const NEEDS = 0.05;
/** Minimum share of a difference for a named part. */
export const WORTH = 0.1;
/** Maximum number of named parts. */
export const MOST = 4;

export type Both<T> = Readonly<Record<SideName, T>>;
export const SIDES: readonly SideName[] = ['a', 'b'];
export const otherSide = (name: SideName): SideName => (name === 'a' ? 'b' : 'a');
export const side = (name: SideName): Fact => ({ unit: 'side', name });
export const numberFact = (value: number): Fact => ({ unit: 'number', value });

export const relativeDifference = (a: number, b: number): number =>
  Math.min(a, b) > 0 ? Math.max(a, b) / Math.min(a, b) - 1 : 0;

export const difference = ({ a, b }: Part): number => b - a;

/** The largest parts that are worth naming. */
export function largestParts<P extends Part>(all: readonly P[]): { parts: P[]; restUs: number } {
  const bySize = [...all].sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)));
  const minDifference = WORTH * Math.abs(all.reduce((sum, part) => sum + difference(part), 0));
  const parts = bySize
    .filter((part, at) => at === 0 || Math.abs(difference(part)) >= minDifference)
    .filter((part) => difference(part) !== 0)
    .slice(0, MOST);
  const rest = bySize.filter((part) => !parts.includes(part));
  return { parts, restUs: rest.reduce((sum, part) => sum + difference(part), 0) };
}
