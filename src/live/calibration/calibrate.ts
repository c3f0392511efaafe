/**
 * The steps of a calibration: measure the deciding configurations, fit the costs, predict unseen
 * configurations, and then measure those too. Measuring and modelling are injected, so that page and command
 * line share the steps.
 */
import { median, relativeError } from '../../evidence/predict/statistics.ts';
import { isTime } from './costs.ts';
import type { Fitted, Foretold, Observed } from './fit-machine.ts';
import type { Measure } from './measuring.ts';
import type { MachineCosts } from './model.ts';
import { type Point, QUIET_CORES, roundsOf } from './points.ts';
import type { CalibratedRuntime } from './runtimes/runtimes.ts';

/** The model's part. */
export interface Modeller {
  fitCosts(runtime: CalibratedRuntime, seen: readonly Observed[]): Promise<Fitted>;
  foresee(
    points: readonly Point[],
    reference: Observed,
    costs: MachineCosts,
  ): Promise<(Foretold | undefined)[]>;
}

/** What is predicted besides the throughput: the tail of the response time, and the client's CPU time per request. */
export type AlsoForeseen = 'p99Us' | 'clientCpuUs';

/** A number that is predicted and then measured; null where there is none. */
export interface Pair {
  readonly predicted: number | null;
  readonly seen: number | null;
}

/** A configuration with its prediction, made before it was measured; `seen` is null until then. */
export interface Foreseen extends Point {
  readonly perSec: number;
  readonly seen: number | null;
  /** Throughput of each round so far; `seen` is that of the round that counts. */
  readonly rounds: readonly number[];
  readonly also: Readonly<Record<AlsoForeseen, Pair>>;
  /** Cores that other programs used during the measurement. */
  readonly othersCores: number | null;
}

export interface Telling {
  /** Called before each measurement, with its index. */
  measuring(point: Point, index: number, of: number): void;
  fitting(): void;
}

/**
 * The more informative of two measurements. On a dedicated core other programs only slow a client down: the faster
 * round counts. With free placement they can also speed it up, by keeping a core awake or by leaving only
 * Redis' core: there the quieter round counts.
 */
const better = (first: Observed, second: Observed): Observed => {
  const isBetter = first.isHeld
    ? first.perSec >= second.perSec
    : (first.othersCores ?? 0) <= (second.othersCores ?? 0);
  return isBetter ? first : second;
};

/**
 * Measures configurations in rounds, so that a disturbance does not hit the same one each time. All rounds of one
 * placement follow each other: a library's process then performs all of them.
 */
export async function measureAll(
  measure: Measure,
  points: readonly Point[],
  measuring: Telling['measuring'],
  onMeasured: (index: number, seen: Observed, rounds: readonly number[]) => void = () => undefined,
  roundsFor: (point: Point) => number = roundsOf,
): Promise<Observed[]> {
  const best: Observed[] = [];
  const rounds: number[][] = points.map(() => []);
  const turns = [true, false].flatMap((isHeld) => {
    const placed = [...points.entries()].filter(([, point]) => point.isHeld === isHeld);
    const most = Math.max(0, ...placed.map(([, point]) => roundsFor(point)));
    return Array.from({ length: most }, (_, round) =>
      placed.filter(([, point]) => round < roundsFor(point)),
    ).flat();
  });
  for (const [turn, [index, point]] of turns.entries()) {
    measuring(point, turn, turns.length);
    const seen = await measure(point);
    const known = best[index];
    const kept = known ? better(known, seen) : seen;
    best[index] = kept;
    rounds[index]?.push(seen.perSec);
    onMeasured(index, kept, [...(rounds[index] ?? [])]);
  }
  return best;
}

/** Measures the deciding configurations and fits the costs. */
export async function calibrate(
  measure: Measure,
  runtime: CalibratedRuntime,
  points: readonly Point[],
  { fitCosts }: Modeller,
  { measuring, fitting }: Telling,
  roundsFor: (point: Point) => number = roundsOf,
): Promise<{ seen: readonly Observed[]; fitted: Fitted }> {
  const seen = await measureAll(measure, points, measuring, undefined, roundsFor);
  fitting();
  return { seen, fitted: await fitCosts(runtime, seen) };
}

/** Predicts every unseen configuration before the first of them is measured. */
export async function foreseeAll(
  { foresee }: Modeller,
  points: readonly Point[],
  reference: Observed,
  costs: MachineCosts,
): Promise<Foreseen[]> {
  const foretold = await foresee(points, reference, costs);
  return points.flatMap((point, i) => {
    const found = foretold[i];
    if (!found) return [];
    const pairOf = (predicted: number | null): Pair => ({ predicted, seen: null });
    const also = { p99Us: pairOf(found.p99Us), clientCpuUs: pairOf(found.clientCpuUs) };
    return [{ ...point, perSec: found.perSec, seen: null, rounds: [], also, othersCores: null }];
  });
}

const judgedBy = (
  row: Foreseen,
  { perSec, p99Us, clientCpuUs, othersCores }: Observed,
  rounds: readonly number[],
): Foreseen => ({
  ...row,
  seen: perSec,
  rounds,
  also: {
    p99Us: { ...row.also.p99Us, seen: p99Us },
    clientCpuUs: { ...row.also.clientCpuUs, seen: clientCpuUs },
  },
  othersCores,
});

/** What a check measures besides the predicted configurations, and how often. */
export interface CheckOptions {
  /**
   * Configurations of the calibration, which are measured again in the same rounds: they show how fast the machine is
   * now, compared with the time of the calibration.
   */
  readonly controls?: readonly Observed[];
  readonly roundsFor?: (point: Point) => number;
}

/** Measures the predicted configurations; `onStep` receives the list after each one. */
export async function checkAll(
  measure: Measure,
  foreseen: readonly Foreseen[],
  measuring: Telling['measuring'],
  onStep: (foreseen: readonly Foreseen[]) => void = () => undefined,
  { controls = [], roundsFor = roundsOf }: CheckOptions = {},
): Promise<{ judged: Foreseen[]; speed: number | undefined }> {
  let judged = [...foreseen];
  const onMeasured = (index: number, seen: Observed, rounds: readonly number[]) => {
    judged = judged.map((row, i) => (i === index ? judgedBy(row, seen, rounds) : row));
    onStep(judged);
  };
  const points = [...foreseen, ...controls];
  const measured = await measureAll(measure, points, measuring, onMeasured, roundsFor);
  const ratios = controls.flatMap(({ perSec }, i) => {
    const now = measured[foreseen.length + i];
    return now ? now.perSec / perSec : [];
  });
  return { judged, speed: ratios.length > 0 ? median(ratios) : undefined };
}

/** The fitted costs on the same machine when it is `speed` times as fast: network delays and sizes of caches stay. */
export const atSpeed = <Costs extends MachineCosts>(costs: Costs, speed: number): Costs => ({
  ...costs,
  overrides: Object.fromEntries(
    Object.entries(costs.overrides).map(([name, value]) => [name, isTime(name) ? value / speed : value]),
  ),
});

/** The measurements of `judged` beside other predictions of the same configurations, in the same order. */
export const judgedAgain = (judged: readonly Foreseen[], other: readonly Foreseen[]): Foreseen[] =>
  judged.flatMap((row, i) => {
    const again = other[i];
    if (!again) return [];
    const pairOf = (name: AlsoForeseen): Pair => ({
      ...row.also[name],
      predicted: again.also[name].predicted,
    });
    const also = { p99Us: pairOf('p99Us'), clientCpuUs: pairOf('clientCpuUs') };
    return [{ ...row, perSec: again.perSec, also }];
  });

/** Predicted / measured − 1; undefined before it was measured. */
export const errorOf = ({ perSec, seen }: Pick<Foreseen, 'perSec' | 'seen'>): number | undefined =>
  seen === null ? undefined : relativeError(perSec, seen);

/**
 * Whether other programs disturbed a measurement with free placement: the machine is then not the calibrated
 * one. It counts in the median all the same.
 */
export const isDisturbed = ({ isHeld, othersCores }: Pick<Foreseen, 'isHeld' | 'othersCores'>): boolean =>
  !isHeld && (othersCores ?? 0) > QUIET_CORES;

/** The median absolute error of the measured configurations. */
export const medianErrorOf = (foreseen: readonly Pick<Foreseen, 'perSec' | 'seen'>[]): number =>
  median(foreseen.map(errorOf).flatMap((error) => (error === undefined ? [] : [Math.abs(error)])));
