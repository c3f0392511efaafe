/** Goals set by a host page: checked run by run and reported. Loaded with the first goal. */

import { evaluate, FormulaError, type Results, runsIn } from '../../evidence/check/expression.ts';
import { run } from '../../lab/run/run-state.ts';
import { experiment, SIDES } from '../../lab/settings/experiment-state.ts';
import { goalState, pointOf } from '../../learn/lessons/goals.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import type { GoalReport, HostGoal, Report } from './messages.ts';

/** The same limit as for a check of a lesson. */
const MOST_GOALS = 8;

const US_PER_MS = 1000;

type Formula = HostGoal['value'];

const formulasOf = ({ value, between }: HostGoal): readonly Formula[] => [
  value,
  ...between.filter((bound) => bound !== null),
];

/** Summaries of the runs on the stage, as far as simulated. */
const results: Results = (name) => {
  const side = SIDES.find((other) => other === name);
  const { summary, isStale } = side ? run.getState()[side] : {};
  const scenario = side && experiment.getState()[side]?.scenario;
  if (!summary || isStale || !scenario) throw new FormulaError(`${name} has not been counted`);
  return [pointOf(summary, scenario)];
};

/** The sides in a goal's formulas. */
const sidesOf = (goal: HostGoal): readonly string[] => [...new Set(formulasOf(goal).flatMap(runsIn))];

const areCounted = (names: readonly string[]): boolean =>
  names.every((name) =>
    SIDES.some((side) => side === name && run.getState()[side].summary && !run.getState()[side].isStale),
  );

/** Why a formula cannot be evaluated on the runs so far; undefined when it can. */
function faultOf(goal: HostGoal): Problem | undefined {
  for (const formula of formulasOf(goal)) {
    try {
      const strange = runsIn(formula).find((name) => !SIDES.some((side) => side === name));
      if (strange !== undefined) throw new FormulaError(`${formula}: there is no run ${strange}`);
      const isThere = areCounted(runsIn(formula));
      // A dummy run for all names: syntax errors show without results.
      const one = () => [{ key: '', summary: {} as Summary }];
      evaluate(formula, isThere ? results : one, isThere ? undefined : () => 1);
    } catch (error) {
      return { code: 'EMB-05', path: 'goal', value: String(formula), detail: String(error) };
    }
  }
  return undefined;
}

/**
 * Distance of a value to its bounds as progress, 0 to 1: one half is half of the minimum, or twice the
 * maximum.
 */
function nearness(value: number, min: number | undefined, max: number | undefined): number {
  if (min !== undefined && value < min) return min > 0 ? Math.max(0, value / min) : 0;
  if (max !== undefined && value > max) return max > 0 ? max / value : 0;
  return 1;
}

function reportOf(goal: HostGoal): GoalReport {
  const { value, min, max, isMet } = goalState(goal, results);
  const known = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  if (value === undefined || !Number.isFinite(value))
    return { goal: goal.id, isReached: false, progress: 0, ...known };
  const measuredMs = Math.min(
    ...sidesOf(goal).flatMap((name) => results(name).map(({ summary }) => summary.windowUs / US_PER_MS)),
  );
  const isLong = goal.forMs === undefined || measuredMs >= goal.forMs;
  const share = isLong || !goal.forMs ? 1 : measuredMs / goal.forMs;
  return {
    goal: goal.id,
    isReached: isMet && isLong,
    progress: nearness(value, min, max) * share,
    value,
    ...known,
    ...(Number.isFinite(measuredMs) ? { measuredMs } : {}),
  };
}

export interface HostGoals {
  /** Watches a goal in place of the one with its id; null ends all. Returns the problems. */
  readonly set: (goal: HostGoal | null) => readonly Problem[];
  /** Reports the progress of each goal again. */
  readonly tellAll: () => void;
  readonly leave: () => void;
}

/** @param refuse reports a goal as invalid, after its runs have shown it */
export function hostGoals(send: (report: Report) => void, refuse: (problem: Problem) => void): HostGoals {
  const goals = new Map<string, { readonly goal: HostGoal; lastReport: string }>();
  const check = (isAsked = false) => {
    for (const [id, watched] of goals) {
      const { goal, lastReport } = watched;
      const fault = areCounted(sidesOf(goal)) ? faultOf(goal) : undefined;
      if (fault) {
        goals.delete(id);
        refuse(fault);
        continue;
      }
      const report = reportOf(goal);
      watched.lastReport = JSON.stringify(report);
      if (isAsked || watched.lastReport !== lastReport) send({ type: 'goal', ...report });
    }
  };
  const leave = run.subscribe((now, before) => {
    if (SIDES.some((side) => now[side] !== before[side])) check();
  });
  return {
    set: (goal) => {
      if (!goal) {
        goals.clear();
        return [];
      }
      const fault = faultOf(goal);
      if (fault) return [fault];
      if (!goals.has(goal.id) && goals.size >= MOST_GOALS)
        return [{ code: 'EMB-06', path: 'goal', max: MOST_GOALS }];
      goals.set(goal.id, { goal, lastReport: '' });
      return [];
    },
    tellAll: () => check(true),
    leave,
  };
}
