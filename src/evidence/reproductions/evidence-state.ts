/** The evidence of the model with its results: recorded, and repeated here. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import type { Claim, Text } from '../check/claim.ts';
import type { CheckResult, Verdict } from '../check/judge.ts';
import type { Mutation } from '../check/mutation.ts';
import type { Accuracy } from '../predict/accuracy.ts';
import type { Comparison } from '../predict/predict.ts';
import type { Row } from '../predict/row.ts';

/** One claim with the model's results. */
export interface AnsweredClaim {
  readonly claim: Claim;
  readonly topic: { readonly id: string; readonly title: Text };
  readonly verdict: Verdict;
  /** In the order of the claim's checks. */
  readonly results: readonly CheckResult[];
  /** The runs of its checks, with the swept values of each (empty without a sweep). */
  readonly runs: readonly { readonly name: string; readonly keys: readonly string[] }[];
  /** A change of a cost that makes the claim fail; absent where the claim does not count as agreement. */
  readonly breaks?: Mutation;
}

/** One measured row with the model's predictions. */
export interface AnsweredRow {
  readonly name: string;
  readonly row: Row;
  readonly comparisons: readonly Comparison[];
}

/** Agreement of a family of rows: those of one table. */
export interface Family {
  readonly table: Row['table'];
  readonly judgement: Accuracy;
}

export type EvidenceKind = 'claims' | 'rows';

/** A repetition in this browser. */
export interface Again {
  readonly kind: EvidenceKind;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  readonly problem?: Problem;
  readonly done: number;
  readonly total: number;
  /** Names of items whose repetition equals the record, digit for digit. */
  readonly same: readonly string[];
  /** Names of items whose repetition differs. */
  readonly different: readonly string[];
}

export interface EvidenceState {
  readonly claims: readonly AnsweredClaim[];
  readonly rows: readonly AnsweredRow[];
  readonly families: readonly Family[];
  /** Over all rows that are not set aside. */
  readonly judgement: Accuracy | undefined;
  /** The last repetition on this page, running or ended. */
  readonly again: Again | undefined;
}

export const evidence = createStore<EvidenceState>(() => ({
  claims: [],
  rows: [],
  families: [],
  judgement: undefined,
  again: undefined,
}));
