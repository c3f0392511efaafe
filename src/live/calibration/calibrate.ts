/**
 * The order of a calibration: measure what decides, find the costs, say what unseen configurations will show, and only then
 * measure those, too. Who measures and who computes is given, so that page and command line do the same.
 */
import { median, relativeError } from '../../evidence/predict/statistics.ts';
import type { Fitted, Observed } from './fit-machine.ts';
import type { Measure } from './measuring.ts';
import type { MachineCosts } from './model.ts';
import { type Point, QUIET_CORES, ROUNDS } from './points.ts';

/** Who knows the model. */
export interface Modeller {
  fitCosts(seen: readonly Observed[]): Promise<Fitted>;
  foresee(points: readonly Point[], like: Observed, costs: MachineCosts): Promise<(number | undefined)[]>;
}

/** A configuration with its prediction, made before it was measured; `seen` is null until then. */
export interface Foreseen extends Point {
  readonly perSec: number;
  readonly seen: number | null;
  /** Cores that other programs kept busy while it was measured. */
  readonly othersCores: number | null;
}

export interface Telling {
  /** Before each measurement: which of how many. */
  measuring(point: Point, index: number, of: number): void;
  fitting(): void;
}

/**
 * Which of two rounds says most about the machine. On a core of its own a client is only ever made slower by others. Where the
 * kernel puts it, they can make it much faster, too, by keeping a core awake or by leaving it none but Redis' own: there the
 * quieter round counts, whatever it has shown.
 */
const better = (one: Observed, other: Observed): Observed => {
  const isBetter = one.isHeld
    ? one.perSec >= other.perSec
    : (one.othersCores ?? 0) <= (other.othersCores ?? 0);
  return isBetter ? one : other;
};

/** Measures some configurations in rounds, so that a disturbance meets no configuration each time. */
export async function measureAll(
  measure: Measure,
  points: readonly Point[],
  measuring: Telling['measuring'],
  heard: (index: number, seen: Observed) => void = () => undefined,
): Promise<Observed[]> {
  const best: Observed[] = [];
  const turns = Array.from({ length: ROUNDS }, () => [...points.entries()]).flat();
  for (const [turn, [index, point]] of turns.entries()) {
    measuring(point, turn, turns.length);
    const seen = await measure(point);
    const known = best[index];
    const kept = known ? better(known, seen) : seen;
    best[index] = kept;
    heard(index, kept);
  }
  return best;
}

/** Measures what decides and finds the costs. */
export async function calibrate(
  measure: Measure,
  points: readonly Point[],
  { fitCosts }: Modeller,
  { measuring, fitting }: Telling,
): Promise<{ seen: readonly Observed[]; fitted: Fitted }> {
  const seen = await measureAll(measure, points, measuring);
  fitting();
  return { seen, fitted: await fitCosts(seen) };
}

/** Predicts every unseen configuration at once, before the first of them is measured. */
export async function foreseeAll(
  { foresee }: Modeller,
  points: readonly Point[],
  like: Observed,
  costs: MachineCosts,
): Promise<Foreseen[]> {
  const rates = await foresee(points, like, costs);
  return points.flatMap((point, i) => {
    const perSec = rates[i];
    return perSec === undefined ? [] : [{ ...point, perSec, seen: null, othersCores: null }];
  });
}

/** Measures what was predicted; `told` hears of every step. */
export async function checkAll(
  measure: Measure,
  foreseen: readonly Foreseen[],
  measuring: Telling['measuring'],
  told: (foreseen: readonly Foreseen[]) => void = () => undefined,
): Promise<Foreseen[]> {
  let judged = [...foreseen];
  await measureAll(measure, foreseen, measuring, (index, { perSec, othersCores }) => {
    judged = judged.map((one, i) => (i === index ? { ...one, seen: perSec, othersCores } : one));
    told(judged);
  });
  return judged;
}

/** Predicted / measured − 1; undefined before it was measured. */
export const errorOf = ({ perSec, seen }: Pick<Foreseen, 'perSec' | 'seen'>): number | undefined =>
  seen === null ? undefined : relativeError(perSec, seen);

/**
 * Whether others moved the machine while it was measured: what the kernel puts where it likes is then another machine than the one that was
 * calibrated. It counts in the median all the same.
 */
export const isDisturbed = ({ isHeld, othersCores }: Pick<Foreseen, 'isHeld' | 'othersCores'>): boolean =>
  !isHeld && (othersCores ?? 0) > QUIET_CORES;

/** The middle of the absolute errors of everything that was measured. */
export const medianErrorOf = (foreseen: readonly Pick<Foreseen, 'perSec' | 'seen'>[]): number =>
  median(foreseen.map(errorOf).flatMap((error) => (error === undefined ? [] : [Math.abs(error)])));
