import { describe, expect, it } from 'vitest';
import type { RealQuestion } from '../../../src/bridge/workload/question.ts';
import {
  calibrate,
  checkAll,
  errorOf,
  foreseeAll,
  type Modeller,
  medianErrorOf,
} from '../../../src/calibration/calibrate.ts';
import type { Fitted, Observed } from '../../../src/calibration/fit-machine.ts';
import { STANDARD } from '../../../src/calibration/model.ts';
import { ROUNDS, SECONDS, SEEN, UNSEEN, WARMUP_SECONDS } from '../../../src/calibration/points.ts';

const observed = (question: RealQuestion, perSec: number): Observed => ({
  question,
  perSec,
  meanUs: 1,
  clientCpuUs: 1,
  serverCpuUs: 1,
  readsPerCommand: 1,
  cores: 2,
  place: 'private',
  adapted: [],
  workload: { driver: question.driver, relay: null },
});

const fitted: Fitted = { ...STANDARD, costs: [], residuals: [], explained: [] };

/** A model that says 100 of everything, and a log of who was asked in which order. */
function stage(rates: (turn: number) => number = () => 80) {
  const log: string[] = [];
  const modeller: Modeller = {
    fitCosts: async (seen) => {
      log.push(`fit ${seen.length}`);
      return fitted;
    },
    foresee: async (questions) => {
      log.push(`foresee ${questions.length}`);
      return questions.map(() => 100);
    },
  };
  let turn = 0;
  const measure = async (question: RealQuestion) => {
    log.push('measure');
    return observed(question, rates(turn++));
  };
  return { log, modeller, measure };
}

const quiet = { measuring: () => undefined, fitting: () => undefined };

describe('a calibration', () => {
  it('measures everything in rounds before it fits, and keeps the round that was disturbed least', async () => {
    const { log, modeller, measure } = stage((turn) => (turn < SEEN.length ? 50 : 70));
    const { seen } = await calibrate(measure, modeller, quiet);
    expect(log).toEqual([...new Array(SEEN.length * ROUNDS).fill('measure'), `fit ${SEEN.length}`]);
    expect(seen.map(({ question }) => question)).toEqual(SEEN);
    expect(new Set(seen.map(({ perSec }) => perSec))).toEqual(new Set([70]));
  });

  it('takes at most half a minute of measuring', () => {
    const connecting = 0.25;
    expect(SEEN.length * ROUNDS * (SECONDS + WARMUP_SECONDS + connecting)).toBeLessThanOrEqual(30);
  });

  it('predicts what it has not seen before any of it is measured', async () => {
    const { log, modeller, measure } = stage();
    const like = observed(SEEN[0] ?? fail(), 1);
    const foreseen = await foreseeAll(modeller, like, fitted);
    expect(foreseen.every(({ seen }) => seen === null)).toBe(true);
    const told: number[] = [];
    const judged = await checkAll(measure, foreseen, quiet.measuring, (all) => {
      told.push(all.filter(({ seen }) => seen !== null).length);
    });
    expect(log.indexOf(`foresee ${UNSEEN.length}`)).toBeLessThan(log.indexOf('measure'));
    expect(told.slice(0, UNSEEN.length)).toEqual(UNSEEN.map((_, i) => i + 1));
    expect(judged.map(errorOf)).toEqual(UNSEEN.map(() => 0.25));
    expect(medianErrorOf(judged)).toBe(0.25);
  });

  it('predicts nothing that it has measured to find the costs', () => {
    const known = new Set(SEEN.map((question) => JSON.stringify(question)));
    expect(UNSEEN.filter((question) => known.has(JSON.stringify(question)))).toEqual([]);
    expect(UNSEEN.length).toBeGreaterThanOrEqual(8);
  });
});

function fail(): never {
  throw new Error('there are no points');
}
