/**
 * A search for rows that jump. Threads in lock-step lose step when a cost moves by a per cent, so slopes
 * between two neighbours and single best points are unreliable. Here all residuals of a neighbourhood count:
 * planes are fitted to them by least squares, and their minimum is the next centre (Gauss and Newton's step).
 * Close to the last centre, where costs differ by less than their uncertainty, the point with the smallest
 * squares is taken, because a single one may be an outlier.
 */
import { Matrix, solve } from 'ml-matrix';

/** A search in the logarithms of the costs. */
export interface SurfaceSearch {
  readonly start: readonly number[];
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
  /** Points per neighbourhood; more than there are costs. */
  readonly neighbours: number;
  readonly evaluate: (logs: readonly number[]) => readonly number[];
  /** Receives each neighbourhood: its centre, and the squares there by the planes. */
  readonly say: (logs: readonly number[], squares: number) => void;
}

/** The end point, with the last planes there. */
export interface SurfaceFound {
  readonly logs: readonly number[];
  /** Residuals by the planes. */
  readonly residuals: readonly number[];
  /** Slopes of each residual along each cost. */
  readonly slopes: readonly (readonly number[])[];
}

/**
 * Half-widths of the neighbourhoods, in logarithms: wide against the jumps, then narrow enough for planes.
 */
const HALF_WIDTHS = [0.5, 0.3, 0.25];
/** Half-width around the last centre, and number of points there. */
const CLOSE = 0.06;
const CLOSE_PLACES = 100;
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
/** The first points of Halton's sequence are on a line for large primes. */
const SKIPPED = 20;

/** Runs the search; every point is evaluated once, deterministically. */
export function searchSurface(search: SurfaceSearch): SurfaceFound {
  const { start, lowest, highest, neighbours, evaluate, say } = search;
  const within = (logs: readonly number[]) =>
    logs.map((log, i) => Math.min(highest[i] ?? log, Math.max(lowest[i] ?? log, log)));
  let found: SurfaceFound = { logs: within(start), residuals: [], slopes: [] };
  let next = SKIPPED;
  const pointsAround = (middle: readonly number[], width: number, length: number) =>
    Array.from({ length }, () => {
      next += 1;
      return within(middle.map((log, i) => log + width * (2 * halton(next, PRIMES[i] ?? 2) - 1)));
    });
  for (const width of HALF_WIDTHS) {
    const middle = found.logs;
    const points = pointsAround(middle, width, neighbours);
    const planes = planesThrough(
      points.map((logs) => logs.map((log, i) => log - (middle[i] ?? 0))),
      points.map(evaluate),
    );
    // Planes are unreliable outside the neighbourhood.
    const step = planes.step.map((by) => Math.min(width, Math.max(-width, by)));
    const logs = within(middle.map((log, i) => log + (step[i] ?? 0)));
    const residuals = planes.slopes.map((slopes, point) =>
      slopes.reduce(
        (sum, slope, i) => sum + slope * ((logs[i] ?? 0) - (middle[i] ?? 0)),
        planes.middle[point] ?? 0,
      ),
    );
    found = { logs, residuals, slopes: planes.slopes };
    say(logs, squaresOf(residuals));
  }
  const close = pointsAround(found.logs, CLOSE, CLOSE_PLACES).map((logs) => ({
    logs,
    squares: squaresOf(evaluate(logs)),
  }));
  return {
    ...found,
    logs: close.reduce((best, place) => (place.squares < best.squares ? place : best)).logs,
  };
}

const squaresOf = (residuals: readonly number[]) => residuals.reduce((sum, value) => sum + value * value, 0);

/**
 * Planes through residuals at points around a centre: their heights there, their slopes, and the step to the
 * least squares.
 */
function planesThrough(points: readonly (readonly number[])[], residuals: readonly (readonly number[])[]) {
  const coefficients = solve(
    new Matrix(points.map((point) => [1, ...point])),
    new Matrix(residuals.map((values) => [...values])),
  );
  const middle = coefficients.getRow(0);
  const slopes = coefficients
    .transpose()
    .to2DArray()
    .map((row) => row.slice(1));
  const jacobian = new Matrix(slopes);
  const step = solve(jacobian, Matrix.columnVector(middle))
    .to1DArray()
    .map((value) => -value);
  return { middle, slopes, step };
}

/** Halton's sequence: fills the unit interval evenly for any length. */
function halton(index: number, base: number): number {
  let share = 1;
  let sum = 0;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    share /= base;
    sum += share * (rest % base);
  }
  return sum;
}
