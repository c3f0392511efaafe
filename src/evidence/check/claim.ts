/**
 * A claim: something an article, a benchmark or a law says about real systems, as data that the engine can be held
 * against. The files in `claims/` hold them by topic; README.md says how to write one.
 */
import type { Translated } from '../../lib/languages.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';

/** A sentence; a language without it shows the reference. */
export type Text = Translated;

/**
 * How strictly a claim binds: *exact* (arithmetic, conservation), *structural* (holds on every event), *quantitative* (a
 * number within a tolerance, after calibration), *directional* (an order or a shape), *informational* (nothing to check).
 */
export const CLAIM_KINDS = ['E', 'S', 'Q', 'D', 'I'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** One scenario with a name, or several that differ in the swept values. */
export interface RunSpec {
  /** Another run of the same file, or a preset, to start from; else the engine's default scenario. */
  readonly from?: string;
  /** What is different, by path. */
  readonly set?: Edits;
  /** Values by path, taken together: the first of each, the second of each… */
  readonly sweep?: Readonly<Record<string, readonly Json[]>>;
}

/** A formula over metrics of named runs (`expression.ts`), or a number. */
export type Operand = string | number;

/**
 * Why a check cannot fail, whatever the costs are. *conservation*: nothing is lost or created, and a thread is in one state at a
 * time; *littlesLaw*: requests in progress are their rate times their time; *input*: the value is one that the scenario sets;
 * *rule*: the modelled software follows the rule that the claim states. Such a check shows that the model keeps to its rules. It is
 * no agreement with the source.
 */
export const CONSTRUCTIONS = ['conservation', 'littlesLaw', 'input', 'rule'] as const;
export type Construction = (typeof CONSTRUCTIONS)[number];

/** What must be true. Values of a sweep are checked one by one. */
export type Check = Comparison & {
  /** Why no change of a cost makes it fail; absent: a change does, and `mutation.ts` finds one. */
  readonly byConstruction?: Construction;
};

/** What a check compares. */
type Comparison =
  /** Equal to a value (or to one for each run of a sweep), give or take a share of it, or an amount. */
  | {
      readonly value: Operand;
      readonly equals: Operand | readonly Operand[];
      readonly withinShare?: number;
      readonly within?: number;
    }
  /** Between two values, both allowed; null: no limit on that side. */
  | { readonly value: Operand; readonly between: readonly [Operand | null, Operand | null] }
  /** Each value larger than the one before, by more than {@link NOISE} or the given share. */
  | { readonly rising: readonly Operand[]; readonly byShare?: number }
  /** Runs with the same events, to the nanosecond. */
  | { readonly identical: readonly string[] };

/** Runs that differ by less may differ by chance: an order counts only beyond this share. */
export const NOISE = 0.01;

/** What is said of a claim, and what we say about it ourselves. */
export interface Claim {
  /** `S0-06`: article and number, or the letter of a topic and a number. */
  readonly id: string;
  /** Where it is from. */
  readonly source: string;
  readonly kind: ClaimKind;
  readonly statement: Text;
  /** All of them must be true. */
  readonly checks?: readonly Check[];
  /** Tests of the engine, by the names of their functions, that hold it on random scenarios. */
  readonly heldBy?: readonly string[];
  /** `failing`: an error of the model that is known; `notModelled`: nothing to check it with. */
  readonly status: 'passing' | 'failing' | 'notModelled';
  /** Why it is not passing. */
  readonly because?: Text;
  /** What else its source says that no check looks at, and why. */
  readonly notCompared?: Text;
  /** Which costs or inputs were found from its own figures: so far it shows that they can be met, and predicts nothing. */
  readonly fitted?: Text;
}

/** One file of claims, and the runs they speak of. */
export interface Topic {
  /** Name of its file. */
  readonly id: string;
  readonly title: Text;
  readonly runs: Readonly<Record<string, RunSpec>>;
  readonly claims: readonly Claim[];
}
