/**
 * A claim: a statement of an article, a benchmark or a law about real systems, as data that is checked
 * against the engine. The files in `claims/` hold them by topic; README.md says how to write one.
 */
import type { Translated } from '../../lib/languages.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';

/** A sentence; a language without it shows the reference. */
export type Text = Translated;

/**
 * How strictly a claim binds. *exact*: arithmetic, conservation. *structural*: holds on every event.
 * *quantitative*: a number within a tolerance, after calibration. *directional*: an order or a shape.
 * *informational*: nothing to check.
 */
export const CLAIM_KINDS = ['E', 'S', 'Q', 'D', 'I'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** One scenario with a name, or several that differ in the swept values. */
export interface RunSpec {
  /** Another run of the same file, or a preset, to start from; else the engine's default scenario. */
  readonly from?: string;
  /** Edits by path. */
  readonly set?: Edits;
  /** Values by path, taken together: the first of each, the second of each… */
  readonly sweep?: Readonly<Record<string, readonly Json[]>>;
}

/** A formula over metrics of named runs (`expression.ts`), or a number. */
export type Operand = string | number;

/**
 * Why a check holds at any costs. *conservation*: nothing is lost or created, and a thread is in one state at
 * a time. *littlesLaw*: requests in progress are their rate times their time. *input*: the value is set by
 * the scenario. *rule*: the modelled software follows the rule that the claim states. Such a check tests the
 * model's rules; it is no agreement with the source.
 */
export const CONSTRUCTIONS = ['conservation', 'littlesLaw', 'input', 'rule'] as const;
export type Construction = (typeof CONSTRUCTIONS)[number];

/** A condition. Values of a sweep are checked one by one. */
export type Check = Comparison & {
  /** Why no change of a cost makes it fail; absent: a change does, and `mutation.ts` finds one. */
  readonly byConstruction?: Construction;
};

/** The comparison of a check. */
type Comparison =
  /** Equal to a value (or to one for each run of a sweep), within a share of it or an amount. */
  | {
      readonly value: Operand;
      readonly equals: Operand | readonly Operand[];
      readonly withinShare?: number;
      readonly within?: number;
    }
  /** Between two values, inclusive; null: no limit on that side. */
  | { readonly value: Operand; readonly between: readonly [Operand | null, Operand | null] }
  /** Each value larger than the one before, by more than {@link NOISE} or the given share. */
  | { readonly rising: readonly Operand[]; readonly byShare?: number }
  /** Runs with the same events, to the nanosecond. */
  | { readonly identical: readonly string[] };

/** Smaller differences between runs may be random: an order counts only beyond this share. */
export const NOISE = 0.01;

/** The statement of a claim with its status. */
export interface Claim {
  /** `S0-06`: article and number, or the letter of a topic and a number. */
  readonly id: string;
  /** Its source. */
  readonly source: string;
  readonly kind: ClaimKind;
  readonly statement: Text;
  /** All of them must be true. */
  readonly checks?: readonly Check[];
  /** Tests of the engine, by function name, that check it on random scenarios. */
  readonly heldBy?: readonly string[];
  /** `failing`: a known error of the model; `notModelled`: nothing to check it with. */
  readonly status: 'passing' | 'failing' | 'notModelled';
  /** Why it is not passing. */
  readonly because?: Text;
  /** Statements of its source that no check covers, and why. */
  readonly notCompared?: Text;
  /** Costs or inputs fitted to its own numbers: it then shows that they can be met, and predicts nothing. */
  readonly fitted?: Text;
}

/** One file of claims with their runs. */
export interface Topic {
  /** Name of its file. */
  readonly id: string;
  readonly title: Text;
  readonly runs: Readonly<Record<string, RunSpec>>;
  readonly claims: readonly Claim[];
}
