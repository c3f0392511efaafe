/** Whether the goals are met on the stage. */
import { evaluate, FormulaError, type Point, type Results } from '../../evidence/check/expression.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Goal } from './lesson.ts';

export interface GoalState {
  /** Undefined during the simulation. */
  readonly value: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly isMet: boolean;
}

/**
 * A side of the stage as a run of formulas: its summary with its scenario, so that a goal can refer to
 * settings (`a.scenario.client.connections.maxTotal`).
 */
export function pointOf(summary: Summary, scenario: Scenario): Point {
  const both = { ...summary, scenario };
  return { key: '', summary: both };
}

export function goalState({ value, between }: Pick<Goal, 'value' | 'between'>, results: Results): GoalState {
  try {
    const [min, max] = between.map((bound) => (bound === null ? undefined : evaluate(bound, results)[0]));
    const found = evaluate(value, results)[0];
    const isMet =
      found !== undefined &&
      found >= (min ?? Number.NEGATIVE_INFINITY) &&
      found <= (max ?? Number.POSITIVE_INFINITY);
    return { value: found, min, max, isMet };
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return { value: undefined, min: undefined, max: undefined, isMet: false };
  }
}
