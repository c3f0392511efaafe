/**
 * A search for rows that jump: threads that keep step with each other lose step when a cost moves by a per cent, so that slopes
 * between two neighbours, or the best place seen anywhere, are luck. Here all residuals of a whole neighbourhood decide together: planes
 * are laid through them by least squares, and where those planes are least is the middle of the next neighbourhood (Gauss and Newton's
 * step). Close to the last middle, where costs differ by less than they are known, the place with the least squares is taken, because
 * a single one may lie beside what is usual there.
 */
import { Matrix, solve } from 'ml-matrix';

/** A search in the logarithms of the costs. */
export interface SurfaceSearch {
  readonly start: readonly number[];
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
  /** Points in each neighbourhood; more than there are costs. */
  readonly neighbours: number;
  readonly evaluate: (logs: readonly number[]) => readonly number[];
  /** Is told of each neighbourhood: its middle, and the squares there by the planes. */
  readonly say: (logs: readonly number[], squares: number) => void;
}

/** Where it ends, and what the last planes say of that place. */
export interface SurfaceFound {
  readonly logs: readonly number[];
  /** Residuals by the planes. */
  readonly residuals: readonly number[];
  /** Slopes of each residual along each cost. */
  readonly slopes: readonly (readonly number[])[];
}

/** Half the width of each neighbourhood, in logarithms: wide against the jumps, then as narrow as planes need. */
const HALF_WIDTHS = [0.5, 0.3, 0.25];
/** How close to the last middle the place is looked for, and in how many places. */
const CLOSE = 0.06;
const CLOSE_PLACES = 100;
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
/** The first points of Halton's sequence lie on a line where primes are large. */
const SKIPPED = 20;

/** Searches; every point is evaluated once, the same ones each time. */
export function searchSurface(search: SurfaceSearch): SurfaceFound {
  const { start, lowest, highest, neighbours, evaluate, say } = search;
  const within = (logs: readonly number[]) =>
    logs.map((log, i) => Math.min(highest[i] ?? log, Math.max(lowest[i] ?? log, log)));
  let found: SurfaceFound = { logs: within(start), residuals: [], slopes: [] };
  let next = SKIPPED;
  const around = (middle: readonly number[], width: number, length: number) =>
    Array.from({ length }, () => {
      next += 1;
      return within(middle.map((log, i) => log + width * (2 * halton(next, PRIMES[i] ?? 2) - 1)));
    });
  for (const width of HALF_WIDTHS) {
    const middle = found.logs;
    const points = around(middle, width, neighbours);
    const planes = planesThrough(
      points.map((logs) => logs.map((log, i) => log - (middle[i] ?? 0))),
      points.map(evaluate),
    );
    // Planes say little of what is outside of the neighbourhood.
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
  const close = around(found.logs, CLOSE, CLOSE_PLACES).map((logs) => ({
    logs,
    squares: squaresOf(evaluate(logs)),
  }));
  return {
    ...found,
    logs: close.reduce((best, place) => (place.squares < best.squares ? place : best)).logs,
  };
}

const squaresOf = (residuals: readonly number[]) => residuals.reduce((sum, value) => sum + value * value, 0);

/** Planes through residuals at points around a middle: their heights there, their slopes, and the step to where their squares are least. */
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

/** Halton's sequence: fills the unit interval evenly, however many of its numbers are taken. */
function halton(index: number, base: number): number {
  let share = 1;
  let sum = 0;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    share /= base;
    sum += share * (rest % base);
  }
  return sum;
}
