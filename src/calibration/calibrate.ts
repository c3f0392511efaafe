/**
 * The order of a calibration: measure what decides, find the costs, say what unseen configurations will show, and only then
 * measure those, too. Who measures and who computes is given, so that page and command line do the same.
 */
import type { RealQuestion } from '../bridge/workload/question.ts';
import { median, relativeError } from '../evidence/predict/statistics.ts';
import type { Fitted, Observed } from './fit-machine.ts';
import type { Measure } from './measuring.ts';
import type { MachineCosts } from './model.ts';
import { ROUNDS, SEEN, UNSEEN } from './points.ts';

/** Who knows the model. */
export interface Modeller {
  fitCosts(seen: readonly Observed[]): Promise<Fitted>;
  foresee(
    questions: readonly RealQuestion[],
    like: Observed,
    costs: MachineCosts,
  ): Promise<(number | undefined)[]>;
}

/** A configuration with its prediction, made before it was measured; `seen` is null until then. */
export interface Foreseen {
  readonly question: RealQuestion;
  readonly perSec: number;
  readonly seen: number | null;
}

export interface Telling {
  /** Before each measurement: which of how many. */
  measuring(question: RealQuestion, index: number, of: number): void;
  fitting(): void;
}

/** Other programs only ever make a client slower, so of several rounds the fastest says most about the machine. */
const faster = (one: Observed | undefined, other: Observed): Observed =>
  one && one.perSec >= other.perSec ? one : other;

/** Measures some configurations in rounds, so that a disturbance meets no configuration each time. */
export async function measureAll(
  measure: Measure,
  questions: readonly RealQuestion[],
  measuring: Telling['measuring'],
  heard: (index: number, seen: Observed) => void = () => undefined,
): Promise<Observed[]> {
  const best: Observed[] = [];
  const turns = Array.from({ length: ROUNDS }, () => [...questions.entries()]).flat();
  for (const [turn, [index, question]] of turns.entries()) {
    measuring(question, turn, turns.length);
    const seen = faster(best[index], await measure(question));
    best[index] = seen;
    heard(index, seen);
  }
  return best;
}

/** Measures what decides and finds the costs. */
export async function calibrate(
  measure: Measure,
  { fitCosts }: Modeller,
  { measuring, fitting }: Telling,
): Promise<{ seen: readonly Observed[]; fitted: Fitted }> {
  const seen = await measureAll(measure, SEEN, measuring);
  fitting();
  return { seen, fitted: await fitCosts(seen) };
}

/** Predicts every unseen configuration at once, before the first of them is measured. */
export async function foreseeAll(
  { foresee }: Modeller,
  like: Observed,
  costs: MachineCosts,
): Promise<Foreseen[]> {
  const rates = await foresee(UNSEEN, like, costs);
  return UNSEEN.flatMap((question, i) => {
    const perSec = rates[i];
    return perSec === undefined ? [] : [{ question, perSec, seen: null }];
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
  await measureAll(
    measure,
    foreseen.map(({ question }) => question),
    measuring,
    (index, { perSec }) => {
      judged = judged.map((one, i) => (i === index ? { ...one, seen: perSec } : one));
      told(judged);
    },
  );
  return judged;
}

/** Predicted / measured − 1; undefined before it was measured. */
export const errorOf = ({ perSec, seen }: Foreseen): number | undefined =>
  seen === null ? undefined : relativeError(perSec, seen);

/** The middle of the absolute errors of everything that was measured. */
export const medianErrorOf = (foreseen: readonly Foreseen[]): number =>
  median(foreseen.map(errorOf).flatMap((error) => (error === undefined ? [] : [Math.abs(error)])));
