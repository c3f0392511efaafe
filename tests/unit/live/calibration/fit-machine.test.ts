import { describe, expect, it } from 'vitest';
import type { Measured, Progress } from '../../../../src/bridge/workload/measured.ts';
import { scenarioOf } from '../../../../src/bridge/workload/question.ts';
import { valuesOf } from '../../../../src/evidence/fit/fit.ts';
import { predict } from '../../../../src/evidence/predict/predict.ts';
import { relativeError } from '../../../../src/evidence/predict/statistics.ts';
import { isTime, searchedCosts, standardNs } from '../../../../src/live/calibration/costs.ts';
import {
  fitMachine,
  type Observed,
  observedOf,
  rowOf,
  withStarts,
} from '../../../../src/live/calibration/fit-machine.ts';
import { type MachineCosts, modelOf, STANDARD } from '../../../../src/live/calibration/model.ts';
import { modellerWith } from '../../../../src/live/calibration/modeller.ts';
import { point } from '../../../../src/live/calibration/plan.ts';
import { seenPoints, unseenPoints } from '../../../../src/live/calibration/points.ts';
import { CALIBRATED_RUNTIMES, planOf } from '../../../../src/live/calibration/runtimes/runtimes.ts';
import { loadEngine } from '../../../engine/runs.ts';
import { deep } from '../../../support/tier.ts';

const engine = await loadEngine();
const place = 'private' as const;
const PLAN = planOf('node');
const ALONE = point({ callers: 1 });
const FAR = point({ callers: 1, rttUs: 1000 });

/** System calls that are all as much faster than the profile's. */
const kernel = searchedCosts(PLAN).find(({ cost }) => cost === 'socketWriteNs');
if (!kernel) throw new Error('no system call is looked for');

/** A machine whose costs are known, because the engine is that machine; in the deep tier bytes have their own costs, too. */
const TRUTH: MachineCosts = {
  ...STANDARD,
  overrides: {
    nodeJsCommandNs: 1100,
    nodeJsReplyNs: 1100,
    commandNs: 320,
    ...valuesOf(kernel, 1900),
    ...(deep && { socketReadPerByteNs: 0.6, socketWritePerByteNs: 0.3 }),
  },
};
const RELAY_US = 240;
/** `npm test` looks for the costs that are this machine's own and one that nothing decides, the deep tier for all. */
const LOOKED_FOR = deep
  ? PLAN
  : {
      ...PLAN,
      sought: PLAN.sought.filter(({ cost }) => cost in TRUTH.overrides || cost === 'wakeLatencyNs'),
    };

/** The machine shows its rates in a few thousand requests, and well enough for this test in half of them. */
const RUN = deep ? { warmupMs: 50, measuredMs: 250 } : { warmupMs: 20, measuredMs: 120 };

const exactly = { value: 1, low: 1, high: 1 };
const ALL = {
  perSec: exactly,
  clientCpuUs: exactly,
  serverCpuUs: exactly,
  serverKernelShare: exactly,
  readsPerCommand: exactly,
};

/** What a machine of these costs shows. */
const seenOn = (truth: MachineCosts) =>
  seenPoints(PLAN, false).map(({ question, isHeld }): Observed => {
    const where = {
      cores: 1,
      place,
      adapted: [],
      isHeld,
      workload: { driver: question.driver, relay: null },
    };
    const scenario = modelOf(scenarioOf({ ...question, rttUs: 0 }), where, truth, RUN);
    const row = { table: 'calibration' as const, id: '', scenario, seen: ALL, rangeCounts: false };
    const { comparisons } = predict(engine, row);
    const of = (name: string) =>
      comparisons.find(({ quantity }) => quantity === name)?.predicted ?? Number.NaN;
    const perSec = of('perSec');
    const isFar = question.rttUs > 0;
    return {
      question,
      ...where,
      workload: {
        driver: question.driver,
        relay: isFar
          ? {
              rttUs: question.rttUs,
              requestJitterUs: { kind: 'constant', value: 0 },
              replyJitterUs: { kind: 'constant', value: 0 },
            }
          : null,
      },
      perSec,
      meanUs: (question.callers * 1e6) / perSec + (isFar ? question.rttUs + RELAY_US : 0),
      p99Us: null,
      clientCpuUs: of('clientCpuUs'),
      serverCpuUs: of('serverCpuUs'),
      serverKernelShare: of('serverKernelShare'),
      readsPerCommand: of('readsPerCommand'),
      othersCores: 0,
    };
  });
const seen = seenOn(TRUTH);

describe('costs of a machine from what it has shown', () => {
  const fitted = fitMachine(engine, LOOKED_FOR, seen);

  it('are found where the measurements decide them', () => {
    for (const { cost, value, uncertainty } of fitted.costs) {
      const truth = TRUTH.overrides[cost];
      if (truth === undefined) continue;
      expect(value / truth, cost).toBeGreaterThan(0.8);
      expect(value / truth, cost).toBeLessThan(1.25);
      expect(uncertainty ?? 1, cost).toBeLessThan(0.5);
    }
    // What is in proportion to a cost follows it.
    const of = (name: string) => fitted.overrides[name] ?? Number.NaN;
    expect(of('pollNs') / of('socketWriteNs')).toBeCloseTo(
      standardNs('pollNs') / standardNs('socketWriteNs'),
      2,
    );
    expect(fitted.relayUs).toBe(RELAY_US);
    expect(fitted.cores).toBe(1);
  });

  describe('of a machine of four times the speed', () => {
    const times = searchedCosts(PLAN).filter(({ cost, onSeveralCores }) => isTime(cost) && !onSeveralCores);
    const overrides = Object.assign({}, ...times.map((each) => valuesOf(each, each.start / 4)));
    const fast = seenOn({ ...STANDARD, overrides });

    it('are looked for from there: small steps do not lead to them', () => {
      const rows = fast.filter(({ question }) => question.rttUs === 0).map((row) => rowOf(row));
      const free = withStarts(engine, searchedCosts(PLAN), new Map(rows.map((row) => [row.id, row])));
      for (const { cost, start } of free.filter(({ cost }) => cost in overrides))
        expect(start, cost).toBeCloseTo(overrides[cost], 3);
      const other = free.find(({ cost }) => cost === 'wakeLatencyNs');
      expect(other?.start).toBe(standardNs('wakeLatencyNs'));
    });

    it.runIf(deep)(
      'are found',
      () => {
        for (const { question, seen, perSec } of fitMachine(engine, PLAN, fast).explained)
          expect(Math.abs(relativeError(perSec, seen)), JSON.stringify(question)).toBeLessThan(0.05);
      },
      600_000,
    );
  });

  it('stay near their defaults where nothing decides them: on one core nobody is woken on another', () => {
    const waking = fitted.costs.find(({ cost }) => cost === 'wakeLatencyNs');
    expect((waking?.value ?? 0) / standardNs('wakeLatencyNs')).toBeCloseTo(1, 1);
  });

  it('keep their defaults, with no uncertainty, where only several cores could show them', () => {
    const held = seen.map((row) => ({ ...row, isHeld: true }));
    const some = held.filter(({ question }) => question.callers === 1);
    const { costs } = fitMachine(engine, { ...PLAN, sought: PLAN.sought.slice(-2) }, some);
    expect(costs.map(({ cost }) => cost)).toEqual(['cacheRefillNs', 'wakeLatencyNs']);
    expect(costs[0]?.uncertainty).not.toBeNull();
    expect(costs[1]).toMatchObject({ value: standardNs('wakeLatencyNs'), uncertainty: null });
  });

  it('predict what was not seen', async () => {
    const [like] = seen;
    if (!like) throw new Error('nothing was seen');
    const near = unseenPoints(PLAN, false)
      .filter(({ question }) => question.rttUs === 0)
      .filter((_, index) => deep || index % 4 === 0);
    const modeller = modellerWith(engine);
    const [predicted, truth] = await Promise.all(
      [fitted, TRUTH].map((costs) => modeller.foresee(near, like, costs)),
    );
    for (const [i, real] of (truth ?? []).entries()) {
      const found = predicted?.[i];
      const [rate, realRate] = [found?.perSec ?? 0, real?.perSec ?? 1];
      expect(Math.abs(relativeError(rate, realRate)), JSON.stringify(near[i])).toBeLessThan(0.08);
      expect(found?.p99Us).toBeGreaterThan(0);
      const [cpu, realCpu] = [found?.clientCpuUs ?? 0, real?.clientCpuUs ?? 1];
      expect(Math.abs(relativeError(cpu, realCpu)), JSON.stringify(near[i])).toBeLessThan(0.15);
    }
  });
});

describe('one measurement', () => {
  const interval = (completed: number, isWarmup = false) =>
    ({ completed, intervalUs: 100_000, isWarmup }) as Progress;
  const measured = {
    workload: { driver: 'nodeRedis', relay: null },
    summary: { throughput: { perSec: 8_000 }, responseTime: { meanUs: 500, p99Us: 900 } },
    server: { windowUs: 500_000, cpuUserUs: 3_000, cpuSystemUs: 5_000 },
    bridge: { cores: 0.4 },
    batching: { commandsPerServerRead: 4 },
  } as unknown as Measured;
  const where = { cores: 2, place, adapted: [], isHeld: false };

  it('has the CPU time of the client: of its thread, or of a library’s own process', () => {
    const inProcess = { ...measured, program: { cores: 0.8 } } as unknown as Measured;
    expect(observedOf(ALONE, [], measured, where)?.clientCpuUs).toBeCloseTo(0.4e6 / 8_000, 6);
    expect(observedOf(ALONE, [], inProcess, where)?.clientCpuUs).toBeCloseTo(0.8e6 / 8_000, 6);
  });

  it('is the middle of its intervals, so that a moment of another program counts little', () => {
    const progress = [
      interval(1, true),
      interval(1000),
      interval(990),
      interval(10),
      interval(1010),
      interval(995),
    ];
    const one = observedOf({ ...ALONE, callers: 2 }, progress, measured, where);
    expect(one?.perSec).toBe(9_950);
    expect(one?.meanUs).toBeCloseTo(2e6 / 9_950);
  });

  it('is its fast intervals on a core of its own, and the CPU time of a request is theirs', () => {
    const rates = [400, 1000, 990, 600, 1010, 995, 500, 1005, 1000, 600, 1000];
    const onOneCore = { ...where, isHeld: true };
    const one = observedOf(
      ALONE,
      rates.map((rate) => interval(rate)),
      measured,
      onOneCore,
    );
    expect(one?.perSec).toBeCloseTo(10_050);
    expect(one?.clientCpuUs).toBeCloseTo(0.4e6 / 10_050);
  });

  it('has the CPU time of all that was done in it', () => {
    const one = observedOf(FAR, [], measured, where);
    expect(one).toMatchObject({
      perSec: 8_000,
      p99Us: 900,
      clientCpuUs: 50,
      serverCpuUs: 2,
      serverKernelShare: 5 / 8,
      readsPerCommand: 0.25,
    });
  });

  it('is none when nothing was answered', () => {
    expect(observedOf(ALONE, [], { ...measured, summary: null }, where)).toBeUndefined();
  });
});

describe.each(CALIBRATED_RUNTIMES)('the costs that are looked for with %s', (runtime) => {
  it('are those of the profile, and begin inside their range', () => {
    for (const { cost, start, min, max } of searchedCosts(planOf(runtime))) {
      expect(standardNs(cost), cost).toBeGreaterThanOrEqual(0);
      expect(min, cost).toBeGreaterThan(0);
      expect(min, cost).toBeLessThan(start);
      expect(max, cost).toBeGreaterThan(start);
    }
  });

  it('are each decided once: by itself, or by one that it follows', () => {
    const names = searchedCosts(planOf(runtime)).flatMap((each) => Object.keys(valuesOf(each, each.start)));
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    // A name that no profile has is refused.
    for (const name of names) expect(standardNs(name), name).toBeGreaterThanOrEqual(0);
  });
});
