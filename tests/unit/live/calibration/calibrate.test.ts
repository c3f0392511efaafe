import { describe, expect, it } from 'vitest';
import { isLibrary } from '../../../../src/bridge/workload/library.ts';
import {
  atSpeed,
  calibrate,
  checkAll,
  errorOf,
  foreseeAll,
  judgedAgain,
  type Modeller,
  medianErrorOf,
} from '../../../../src/live/calibration/calibrate.ts';
import type { Fitted, Observed } from '../../../../src/live/calibration/fit-machine.ts';
import { STANDARD } from '../../../../src/live/calibration/model.ts';
import { SECONDS } from '../../../../src/live/calibration/plan.ts';
import {
  type Point,
  roundsOf,
  seenPoints,
  unseenPoints,
  WARMUP_SECONDS,
} from '../../../../src/live/calibration/points.ts';
import { planOf } from '../../../../src/live/calibration/runtimes/runtimes.ts';

const PLAN = planOf('node');
const SEEN = seenPoints(PLAN, true);
const UNSEEN = unseenPoints(PLAN, true);

const observed = (point: Point, perSec: number, othersCores = 0): Observed => ({
  ...point,
  othersCores,
  perSec,
  meanUs: 1,
  p99Us: 3,
  clientCpuUs: 1,
  serverCpuUs: 1,
  serverKernelShare: 0.5,
  readsPerCommand: 1,
  cores: 2,
  place: 'private',
  adapted: [],
  workload: { driver: point.question.driver, relay: null },
});

const fitted: Fitted = { ...STANDARD, costs: [], residuals: [], explained: [] };

/** A model that says 100 of everything, and a log of who was asked in which order. */
function stage(rates: (turn: number) => number = () => 80, others: (turn: number) => number = () => 0) {
  const log: string[] = [];
  const modeller: Modeller = {
    fitCosts: async (_, seen) => {
      log.push(`fit ${seen.length}`);
      return fitted;
    },
    foresee: async (points) => {
      log.push(`foresee ${points.length}`);
      return points.map(() => ({ perSec: 100, p99Us: 2, clientCpuUs: 1 }));
    },
  };
  let turn = 0;
  const measure = async (point: Point) => {
    log.push('measure');
    const seen = observed(point, rates(turn), others(turn));
    turn++;
    return seen;
  };
  return { log, modeller, measure };
}

const quiet = { measuring: () => undefined, fitting: () => undefined };

describe('a calibration', () => {
  it('measures everything in rounds before it fits, and keeps the faster one of a core that nobody can lend', async () => {
    // The rounds of one placement follow each other, so that a library needs one process for them.
    const heldCount = SEEN.filter(({ isHeld }) => isHeld).length;
    const isSecond = (turn: number) => turn >= heldCount && turn < 2 * heldCount;
    const { log, modeller, measure } = stage((turn) => (isSecond(turn) ? 70 : 50));
    const { seen } = await calibrate(measure, 'node', SEEN, modeller, quiet);
    const measurements = SEEN.flatMap((point) => new Array(roundsOf(point)).fill('measure'));
    expect(log).toEqual([...measurements, `fit ${SEEN.length}`]);
    expect(seen.map(({ question, isHeld }) => ({ question, isHeld }))).toEqual(SEEN);
    expect(seen.map(({ perSec }) => perSec)).toEqual(SEEN.map(({ isHeld }) => (isHeld ? 70 : 50)));
  });

  it('keeps the round in which others did least where the kernel decides, also when it shows less', async () => {
    const points = seenPoints(PLAN, false);
    const isQuiet = (turn: number) => turn >= points.length;
    const { modeller, measure } = stage(
      (turn) => (isQuiet(turn) ? 50 : 500),
      (turn) => (isQuiet(turn) ? 0.1 : 1),
    );
    const { seen } = await calibrate(measure, 'node', points, modeller, quiet);
    expect(new Set(seen.map(({ isHeld }) => isHeld))).toEqual(new Set([false]));
    expect(seen[0]).toMatchObject({ perSec: 50, othersCores: 0.1 });
  });

  it.each([
    ['node', 30],
    ['java', 60],
    ['go', 60],
  ] as const)('of %s takes at most %d s of measuring', (runtime, limit) => {
    const connecting = 0.35;
    const plan = planOf(runtime);
    const libraries = new Set(plan.deciding.map(({ driver }) => driver).filter(isLibrary));
    // A library's first run warms up until it is steady.
    const steady = 4 * libraries.size;
    const rounds = seenPoints(plan, true).reduce((sum, point) => sum + roundsOf(point), 0);
    expect(rounds * (SECONDS + WARMUP_SECONDS + connecting) + steady).toBeLessThanOrEqual(limit);
  });

  it('predicts what it has not seen before any of it is measured', async () => {
    const { log, modeller, measure } = stage();
    const like = observed(SEEN[0] ?? fail(), 1);
    const foreseen = await foreseeAll(modeller, UNSEEN, like, fitted);
    expect(foreseen.every(({ seen }) => seen === null)).toBe(true);
    const told: number[] = [];
    const { judged, speed } = await checkAll(measure, foreseen, quiet.measuring, (all) => {
      told.push(all.filter(({ seen }) => seen !== null).length);
    });
    expect(log.indexOf(`foresee ${UNSEEN.length}`)).toBeLessThan(log.indexOf('measure'));
    expect([...new Set(told)]).toEqual(UNSEEN.map((_, i) => i + 1));
    expect(judged.map(errorOf)).toEqual(UNSEEN.map(() => 0.25));
    expect(medianErrorOf(judged)).toBe(0.25);
    expect(speed).toBeUndefined();
  });

  it('knows the speed of the machine from calibrated configurations between the predicted ones', async () => {
    const { modeller, measure } = stage();
    const [like] = SEEN;
    if (!like) fail();
    const unseen = UNSEEN.filter(({ isHeld }) => isHeld);
    const foreseen = await foreseeAll(modeller, unseen, observed(like, 1), fitted);
    // The stage's machine completes 80: two controls ran at 100 before, and one was disturbed.
    const controls = [100, 100, 40].map((perSec) => observed(like, perSec));
    const { judged, speed } = await checkAll(measure, foreseen, quiet.measuring, undefined, {
      controls,
      roundsFor: () => 1,
    });
    expect(speed).toBe(0.8);
    expect(judged).toHaveLength(unseen.length);
    const slower = await foreseeAll(
      {
        ...modeller,
        foresee: async (points) => points.map(() => ({ perSec: 80, p99Us: 4, clientCpuUs: 2 })),
      },
      ...([unseen, observed(like, 1), fitted] as const),
    );
    const [again] = judgedAgain(judged, slower);
    expect(again && errorOf(again)).toBe(0);
    expect(again?.also.p99Us).toEqual({ predicted: 4, seen: 3 });
    expect(again?.rounds).toEqual([80]);
  });

  it('scales times, and leaves the delays of the network and the sizes of caches', () => {
    const costs = { overrides: { commandNs: 400, lastLevelCacheThreads: 40 }, relayUs: 100, wireUs: 30 };
    const slower = { commandNs: 500, lastLevelCacheThreads: 40 };
    expect(atSpeed(costs, 0.8)).toEqual({ ...costs, overrides: slower });
  });

  it('predicts nothing that it has measured to find the costs', () => {
    const known = new Set(SEEN.map((point) => JSON.stringify(point)));
    expect(UNSEEN.filter((point) => known.has(JSON.stringify(point)))).toEqual([]);
    expect(UNSEEN.length).toBeGreaterThanOrEqual(8);
  });
});

function fail(): never {
  throw new Error('there are no points');
}
