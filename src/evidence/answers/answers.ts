/**
 * What the model answered last: the results of every claim and the prediction for every measured row, recorded by `sim record`
 * so that the page can show them at once. A test runs everything and fails when they are not what the engine answers.
 */
import type { CheckResult } from '../check/judge.ts';
import type { Prediction } from '../predict/predict.ts';
import type { Quantity } from '../predict/row.ts';

/** Results of each claim's checks, by its id. */
export type ClaimAnswers = Readonly<Record<string, readonly CheckResult[]>>;

/** What was predicted for each row, by {@link rowName}. */
export type RowAnswers = Readonly<Record<string, Readonly<Partial<Record<Quantity, number>>>>>;

/** Digits that are recorded: more than any difference that matters, few enough to be read in a difference of files. */
const DIGITS = 6;

/** A row's name among all rows. */
export const rowName = ({ table, id }: { readonly table: string; readonly id: string }): string =>
  `${table} ${id}`;

/** The same with every number rounded to what is recorded. */
export const rounded = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
  );

/** A row's predictions as they are recorded. */
export const answerOf = ({ comparisons }: Pick<Prediction, 'comparisons'>): RowAnswers[string] =>
  Object.fromEntries(comparisons.map(({ quantity, predicted }) => [quantity, predicted]));
