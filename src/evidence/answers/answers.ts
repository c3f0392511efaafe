/**
 * The model's last answers: the results of every claim and the prediction of every measured row. `sim record`
 * records them, so that the page shows them at once. A test runs everything and compares.
 */
import type { CheckResult } from '../check/judge.ts';
import type { Prediction } from '../predict/predict.ts';
import type { Quantity } from '../predict/row.ts';

/** Results of each claim's checks, by its id. */
export type ClaimAnswers = Readonly<Record<string, readonly CheckResult[]>>;

/** Predictions of each row, by {@link rowName}. */
export type RowAnswers = Readonly<Record<string, Readonly<Partial<Record<Quantity, number>>>>>;

/** Recorded digits: more than any relevant difference, and few enough for readable diffs. */
const DIGITS = 6;

/** A row's name among all rows. */
export const rowName = ({ table, id }: { readonly table: string; readonly id: string }): string =>
  `${table} ${id}`;

/** The same with every number rounded to the recorded digits. */
export const rounded = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
  );

/** A row's predictions in recorded form. */
export const answerOf = ({ comparisons }: Pick<Prediction, 'comparisons'>): RowAnswers[string] =>
  Object.fromEntries(comparisons.map(({ quantity, predicted }) => [quantity, predicted]));
