/**
 * Fits the free costs of a profile: least squares of relative residuals over the logarithms of the costs, by
 * Levenberg and Marquardt; or over neighbourhoods where rows jump. The engine is deterministic and every run
 * has the same seed, so the result is reproducible.
 */
import { levenbergMarquardt } from 'ml-levenberg-marquardt';
import { Matrix, pseudoInverse } from 'ml-matrix';
import type { Engine } from '../../model/engine/engine.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { type Prediction, predict } from '../predict/predict.ts';
import type { Quantity, Row } from '../predict/row.ts';
import { type FitInput, type FreeCost, type RatioTarget, rowsOf, type Target } from './input.ts';
import { searchSurface } from './surface.ts';

/** Relative step of the numerical derivatives: large against the noise of a finite run. */
const STEP = 0.08;
const ITERATIONS = 8;
const DIGITS = 3;

/** One number for comparison with the model. */
export interface Residual {
  readonly row: string;
  readonly quantity: Quantity | 'ratio';
  readonly seen: number;
  readonly predicted: number;
  /** Predicted / seen − 1. */
  readonly error: number;
  readonly weight: number;
}

/** A fitted cost. */
export interface FittedCost extends FreeCost {
  readonly value: number;
  /**
   * Standard error as a share of the value, from the curvature at the optimum; null where the rows do not
   * determine it.
   */
  readonly uncertainty: number | null;
}

/** Outcome of a fit, as stored in `results/`. */
export interface FitResult {
  readonly profile: string;
  readonly costs: readonly FittedCost[];
  readonly fit: readonly Residual[];
  readonly judge: readonly Residual[];
}

/** Options of a fit. */
export interface FitOptions {
  /** The rows that the targets name; those of the repository when absent. */
  readonly rows?: ReadonlyMap<string, Row>;
  /** Loss of a relative error; the identity when absent. */
  readonly counted?: (error: number) => number;
  /**
   * Regularisation: weight of a cost at e times its start, like a relative error. Costs that no row
   * determines then stay at their start. None when absent.
   */
  readonly inertia?: number;
}

/** Fits a profile. `say` receives the progress. */
export function fitProfile(
  engine: Engine,
  input: FitInput,
  say: (line: string) => void,
  { rows = rowsOf(input), counted = (error) => error, inertia = input.inertia ?? 0 }: FitOptions = {},
): FitResult {
  const runs = new Map<string, number[]>();
  const start = input.free.map((free) => Math.log(free.start));
  const lowest = input.free.map(({ min }) => Math.log(min));
  const highest = input.free.map(({ max }) => Math.log(max));
  // At a bound the slope uses both sides of it; values beyond are no result.
  const isInRange = (logs: readonly number[]) =>
    logs.every((log, i) => log >= (lowest[i] ?? log) && log <= (highest[i] ?? log));
  let best = Number.POSITIVE_INFINITY;
  // The last step is not always the best, since runs are finite: the best evaluated point is the result.
  let bestLogs = start;
  const report = (by: string, logs: readonly number[], squares: number) =>
    say(
      `${by} of squares ${squares.toFixed(4)}: ${input.free.map(({ cost }, i) => `${cost} ${round(Math.exp(logs[i] ?? 0))}`).join(', ')}`,
    );
  // The precision of the rows, without the regularisation.
  const ofRows = <T>(points: readonly T[]) => points.slice(0, inertia > 0 ? -start.length : undefined);
  const evaluate = (logs: readonly number[]): number[] => {
    const key = logs.join();
    const known = runs.get(key);
    if (known) return known;
    const residuals = residualsOf(
      engine,
      input,
      rows,
      input.fit,
      overridesAt(input.free, logs.map(Math.exp)),
    );
    const weighted = residuals.map(({ weight, error }) => weight * counted(error));
    if (inertia > 0) weighted.push(...logs.map((log, i) => inertia * (log - (start[i] ?? log))));
    runs.set(key, weighted);
    const squares = weighted.reduce((sum, value) => sum + value * value, 0);
    if (squares < best && isInRange(logs)) {
      best = squares;
      bestLogs = [...logs];
      report('sum', logs, squares);
    }
    return weighted;
  };

  const { values, errors } = input.neighbours === undefined ? fromSlopes() : fromNeighbours(input.neighbours);
  return {
    profile: input.profile,
    costs: input.free.map((free, i) => ({
      ...free,
      value: values[i] ?? free.start,
      uncertainty: errors[i] ?? null,
    })),
    ...evaluateFit(engine, input, overridesAt(input.free, values), rows),
  };

  function fromSlopes() {
    const points = evaluate(start).map((_, index) => index);
    levenbergMarquardt(
      { x: points, y: points.map(() => 0) },
      (logs) => {
        const residuals = evaluate(logs);
        return (index) => residuals[index] ?? Number.NaN;
      },
      {
        initialValues: start,
        minValues: lowest,
        maxValues: highest,
        gradientDifference: STEP,
        centralDifference: true,
        damping: 0.1,
        maxIterations: ITERATIONS,
        errorTolerance: 1e-6,
      },
    );
    const values = bestLogs.map((log) => round(Math.exp(log)));
    const logs = values.map(Math.log);
    return { values, errors: uncertainties(ofRows(evaluate(logs)), ofRows(slopesAt(evaluate, logs))) };
  }

  function fromNeighbours(neighbours: number) {
    const say = (logs: readonly number[], squares: number) => report('planes', logs, squares);
    const found = searchSurface({ start, lowest, highest, neighbours, evaluate, say });
    const values = found.logs.map((log) => round(Math.exp(log)));
    return { values, errors: uncertainties(ofRows(found.residuals), ofRows(found.slopes)) };
  }
}

/** Residuals of an input with the costs of its profile, or with others. */
export function evaluateFit(
  engine: Engine,
  input: FitInput,
  costs: Edits = {},
  rows: ReadonlyMap<string, Row> = rowsOf(input),
): Pick<FitResult, 'fit' | 'judge'> {
  return {
    fit: residualsOf(engine, input, rows, input.fit, costs),
    judge: residualsOf(engine, input, rows, input.judge, costs),
  };
}

function residualsOf(
  engine: Engine,
  input: FitInput,
  rows: ReadonlyMap<string, Row>,
  targets: FitInput['fit'],
  costs: Edits,
): Residual[] {
  const profile = { 'costs.profile': input.profile, ...costs };
  const predictions = new Map<string, Prediction>();
  const of = (name: string) => {
    const known = predictions.get(name);
    if (known) return known;
    const row = rows.get(name);
    if (!row) throw new Error(`there is no row "${name}"`);
    const prediction = predict(engine, row, profile);
    const { refused } = prediction;
    if (refused) throw new Error(`${name}: ${refused.map(({ code, path }) => `${code} ${path}`).join(', ')}`);
    predictions.set(name, prediction);
    return prediction;
  };
  const throughput = (name: string) => of(name).perSec ?? Number.NaN;
  const ofRatio = ({ of: first, to, seen, weight }: RatioTarget): Residual[] => {
    const predicted = throughput(first) / throughput(to);
    return [
      { row: `${first} / ${to}`, quantity: 'ratio', seen, predicted, error: predicted / seen - 1, weight },
    ];
  };
  const ofRow = ({ row, weights }: Target): Residual[] =>
    (Object.entries(weights) as [Quantity, number][]).map(([quantity, weight]) => {
      const found = of(row).comparisons.find((comparison) => comparison.quantity === quantity);
      if (!found) throw new Error(`${row} has no ${quantity}`);
      const { seen, predicted, error } = found;
      return { row, quantity, seen, predicted, error, weight };
    });
  return targets.flatMap((target) => ('row' in target ? ofRow(target) : ofRatio(target)));
}

/** The values of a free cost and of those that follow from it, by name. */
export const valuesOf = (
  { cost, alike = [], inProportion = {} }: Pick<FreeCost, 'cost' | 'alike' | 'inProportion'>,
  value: number,
): Readonly<Record<string, number>> => ({
  ...Object.fromEntries([cost, ...alike].map((name) => [name, value])),
  ...Object.fromEntries(
    Object.entries(inProportion).map(([name, times]) => [name, Number((value * times).toPrecision(DIGITS))]),
  ),
});

/** Edits of a scenario that give the free costs these values, in their order. */
export const overridesAt = (free: readonly FreeCost[], values: readonly number[]): Edits =>
  Object.fromEntries(
    free.flatMap((each, i) => {
      const found = valuesOf(each, values[i] ?? each.start);
      return Object.entries(found).map(([name, value]) => [`costs.overrides.${name}`, value]);
    }),
  );

const round = (value: number) => Number(value.toPrecision(DIGITS));

/** Slopes of all residuals along each cost, by central differences. */
function slopesAt(evaluate: (logs: readonly number[]) => readonly number[], logs: readonly number[]) {
  const columns = logs.map((_, i) => {
    const moved = (by: number) => evaluate(logs.map((log, j) => (i === j ? log + by : log)));
    const [up, down] = [moved(STEP), moved(-STEP)];
    return up.map((value, point) => (value - (down[point] ?? 0)) / (2 * STEP));
  });
  return new Matrix(columns).transpose().to2DArray();
}

/** Relative standard errors from the curvature at the optimum: the covariance of the logarithms. */
function uncertainties(
  residuals: readonly number[],
  slopes: readonly (readonly number[])[],
): (number | null)[] {
  const costs = slopes[0]?.map((_, i) => i) ?? [];
  const freedom = residuals.length - costs.length;
  if (freedom < 1) return costs.map(() => null);
  const jacobian = new Matrix(slopes.map((row) => [...row]));
  const variance = residuals.reduce((sum, value) => sum + value * value, 0) / freedom;
  const covariance = pseudoInverse(jacobian.transpose().mmul(jacobian)).mul(variance);
  return costs.map((i) => {
    const decided = slopes.some((row) => Math.abs(row[i] ?? 0) > 1e-6);
    return decided ? round(Math.sqrt(Math.abs(covariance.get(i, i)))) : null;
  });
}
