/** Values of formulas for views: undefined while a run they need is not simulated. */
import { evaluate, FormulaError, type Results } from '../../evidence/check/expression.ts';

export type { Point } from '../../evidence/check/expression.ts';
export { FormulaError, type Results };

export function figuresOf(formula: string | number, results: Results): readonly number[] | undefined {
  try {
    return evaluate(formula, results);
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}

/** The value of a formula over single runs. */
export const figureOf = (formula: string | number, results: Results): number | undefined =>
  figuresOf(formula, results)?.[0];
