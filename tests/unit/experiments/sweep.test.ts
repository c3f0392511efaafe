// @vitest-environment happy-dom
/** Experiments without their page, on the real engine: order, stopping, pausing, gaps, and what is known from before. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cancelSweep,
  glanceSweep,
  pauseSweep,
  putSweepAside,
  recallSweep,
  resumeSweep,
  startSweep,
} from '../../../src/experiments/sweep.ts';
import { changeSweep, defineSweep, rememberedSweep } from '../../../src/experiments/sweep-definition.ts';
import { estimateSweep } from '../../../src/experiments/sweep-estimate.ts';
import { type SweepRun, sweeps } from '../../../src/experiments/sweep-state.ts';
import { leaveWarmup, setWarmup, watchWarmup } from '../../../src/experiments/sweep-warmup.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { replicationsOf } from '../../../src/model/sweep/results.ts';
import { estimateOf, relativeHalf } from '../../../src/model/sweep/statistics.ts';
import { inProcessEngine } from '../../support/in-process.ts';
import { deep } from '../../support/tier.ts';

/** What the browser keeps between visits. */
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  createStore: () => async (_: string, use: (store: object) => unknown) => use({ count: () => kept.size }),
  promisifyRequest: async (answer: unknown) => answer,
  clear: async () => kept.clear(),
  getMany: async (names: string[]) => names.map((name) => kept.get(name)),
  setMany: async (entries: [string, unknown][]) => {
    // A browser's store answers late, too.
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (const [name, value] of entries) kept.set(name, value);
  },
}));
let engineFile = 'one';
let engineFiles = 0;
/** Nothing is known any more: what is still being written down late belongs to another engine. */
function forget(): void {
  kept.clear();
  engineFile = `engine ${++engineFiles}`;
}
vi.mock('../../../src/model/workers/identity.ts', async (original) => ({
  ...(await original<typeof import('../../../src/model/workers/identity.ts')>()),
  engineIdentity: async () => engineFile,
}));

/** Callers that pause for random times: every seed is another run. */
const definition = {
  series: [
    { preset: 'jedis-pool-8', set: { 'workload.arrivals.callers': 20 } },
    { preset: 'lettuce-shared', set: { 'workload.arrivals.callers': 20 } },
  ],
  axes: [{ paths: ['network.rttUs'], values: [100, 500, 2000] }],
  set: {
    'run.warmupMs': 1,
    'run.measuredMs': 4,
    'network.requestJitterUs.kind': 'exponential',
    'network.requestJitterUs.mean': 50,
  },
  seeds: 4,
};

const define = (more: object = {}): void => {
  expect(defineSweep({ ...definition, ...more }), JSON.stringify(sweeps.getState().problems)).toBe(true);
};
const until = (condition: (run: SweepRun) => boolean) =>
  vi.waitFor(
    () => {
      const { run } = sweeps.getState();
      if (!run || !condition(run)) throw new Error('not yet');
      return run;
    },
    { timeout: 30_000, interval: 5 },
  );
const ended = () => until(({ ending }) => ending !== undefined);
const perPoint = ({ points, runs }: SweepRun) =>
  points.map(({ index }) => runs.filter(({ point }) => point === index).length);
/** What has been run is written down a little later. */
const isKnown = (count: number) =>
  vi.waitFor(async () => {
    await recallSweep();
    expect(sweeps.getState().run?.reused).toBe(count);
  }, 10_000);
/** How far apart the most and the least repeated points are. */
const lopsidedness = (run: SweepRun) => Math.max(...perPoint(run)) - Math.min(...perPoint(run));

/** Runs that engines have been given. */
let opened = 0;
/** Called with each of them. */
let whenOpened: (count: number) => void = () => {};
beforeEach(() => {
  forget();
  localStorage.clear();
  sessionStorage.clear();
  opened = 0;
  whenOpened = () => {};
  setSpawn(() => {
    const engine = inProcessEngine();
    return {
      ...engine,
      open: (...run) => {
        whenOpened(++opened);
        return engine.open(...run);
      },
    };
  });
});

afterEach(() => {
  cancelSweep();
  sweeps.setState({ run: undefined, status: 'idle' });
});

describe('an experiment', () => {
  it('runs automatically when it is opened and edited, and continues after a press', async () => {
    define({ seeds: 1 });
    await glanceSweep();
    const look = await ended();
    expect(look.ending).toBe('seeds');
    expect(perPoint(look)).toEqual([1, 1, 1, 1, 1, 1]);
    changeSweep({ question: 'Why?' });
    expect(sweeps.getState().run).toBe(look);
    await expect.poll(() => kept.size).toBe(6);
    define();
    await startSweep();
    const whole = await ended();
    expect(whole.ending).toBe('seeds');
    expect([whole.done, whole.reused]).toEqual([24, 6]);
    for (const { point, fingerprint } of look.runs)
      expect(whole.runs.find((run) => run.point === point && run.replication === 0)?.fingerprint).toBe(
        fingerprint,
      );
    // Results of a press stay when the definition changes; those of an automatic run follow it.
    changeSweep({ seeds: 3 });
    expect(sweeps.getState().run).toBe(whole);
    await glanceSweep();
    await ended();
    changeSweep({ seeds: 2 });
    await until(({ ending, done }) => ending === 'seeds' && done === 12);
    putSweepAside();
    expect(sweeps.getState()).toMatchObject({ status: 'idle', run: undefined });
    expect(rememberedSweep()?.status).toBe('idle');
  });

  it('ends after its own time limit when it runs automatically', async () => {
    define({ seeds: 1000, budgetS: 0.5 });
    await glanceSweep();
    expect((await ended()).ending).toBe('budget');
  });

  it('is remembered for its own tab, whatever another one does', () => {
    define({ question: 'mine' });
    localStorage.setItem(
      'roundtrip.sweep',
      JSON.stringify({ definition: { ...definition, question: 'other' } }),
    );
    expect(rememberedSweep()?.definition.question).toBe('mine');
    // A new tab has what was written last.
    sessionStorage.clear();
    expect(rememberedSweep()?.definition.question).toBe('other');
  });

  it('runs every point as often as was asked, and says so', async () => {
    define();
    await startSweep();
    const run = await ended();
    expect(run).toMatchObject({ ending: 'seeds', done: 24, total: 24, reused: 0, gaps: [] });
    expect(perPoint(run)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(sweeps.getState().status).toBe('ended');
  });

  it('stops at once, keeps what it has, and is thinner, not lopsided', async () => {
    define({ seeds: 1000 });
    await startSweep();
    await until(({ done }) => done > 15);
    cancelSweep();
    // Without a wait: the page has its answer in the same task.
    const { run, status } = sweeps.getState();
    expect(status).toBe('ended');
    expect(run?.ending).toBe('cancelled');
    if (!run) return;
    expect(run.done).toBe(run.runs.length);
    expect(run.done).toBeGreaterThan(15);
    expect(lopsidedness(run)).toBeLessThanOrEqual(1 + run.workers);
    const before = opened;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sweeps.getState().run).toBe(run);
    expect(opened).toBe(before);
  });

  it('pauses, and goes on to the same results', async () => {
    define({ seeds: deep ? 12 : 6 });
    await startSweep();
    const whole = await ended();
    forget();
    opened = 0;
    // A machine may be so fast that all is done when results are reported for the first time.
    whenOpened = (count) => {
      if (count === 3) pauseSweep();
    };
    await startSweep();
    await until(({ done }) => done > 0);
    expect(sweeps.getState().status).toBe('paused');
    expect(rememberedSweep()?.status).toBe('paused');
    // What was under way ends, and nothing follows it.
    const before = opened;
    await until(({ done }) => done === before);
    expect(opened).toBe(before);
    expect(before).toBeLessThan(whole.done);
    expect(sweeps.getState().run?.ending).toBeUndefined();
    resumeSweep();
    const run = await ended();
    const inOrder = (runs: SweepRun['runs']) =>
      [...runs].sort((a, b) => a.point - b.point || a.replication - b.replication);
    expect(inOrder(run.runs)).toEqual(inOrder(whole.runs));
  });

  it('ends when every point has the stated precision, or when the time is over, and says which', async () => {
    define({ seeds: 300, precision: 0.05 });
    await startSweep();
    const precise = await ended();
    expect(precise.ending).toBe('precision');
    for (const { index } of precise.points) {
      const values = replicationsOf(precise.runs, index, 'throughput.perSec');
      const estimate = estimateOf(values.filter((value) => value !== undefined));
      expect(estimate && relativeHalf(estimate)).toBeLessThanOrEqual(0.05);
    }
    forget();
    define({ seeds: 1000, budgetS: 0.3 });
    await startSweep();
    const cut = await ended();
    expect(cut.ending).toBe('budget');
    expect(cut.done).toBeLessThan(cut.total);
    expect(lopsidedness(cut)).toBeLessThanOrEqual(1 + cut.workers);
  });

  it('goes on past points that cannot be simulated, with their reasons', async () => {
    define({ axes: [{ paths: ['client.cores'], values: [0, 2] }], seeds: 2 });
    await startSweep();
    const refused = await ended();
    expect(refused.gaps.map(({ point, problem }) => [point, problem.code])).toEqual([
      [0, 'SCN-04'],
      [2, 'SCN-04'],
    ]);
    expect(perPoint(refused)).toEqual([0, 2, 0, 2]);

    // An engine that breaks down over one of them is replaced.
    forget();
    setSpawn(() => {
      const engine = inProcessEngine();
      let isHeavy = false;
      return {
        ...engine,
        open: (scenario, ...more) => {
          isHeavy = scenario.network.rttUs === 500;
          return engine.open(scenario, ...more);
        },
        finish: (budgetMs) => (isHeavy ? Promise.reject(new Error('unreachable')) : engine.finish(budgetMs)),
      };
    });
    define();
    await startSweep();
    const broken = await ended();
    expect(broken.gaps.map(({ point, problem }) => [point, problem.code]).sort()).toEqual([
      [1, 'ENG-01'],
      [4, 'ENG-01'],
    ]);
    expect(perPoint(broken)).toEqual([4, 0, 4, 4, 0, 4]);
  });

  it('makes no run twice, unless the engine is another one', async () => {
    define({ seeds: 2 });
    await startSweep();
    const first = await ended();
    await isKnown(12);
    const before = opened;
    define({ seeds: 3 });
    await startSweep();
    const second = await until(({ ending, done }) => ending !== undefined && done === 18);
    expect(second.reused).toBe(12);
    expect(opened - before).toBe(6);
    for (const run of first.runs) expect(second.runs).toContainEqual(run);

    // What a reload shows, without a run.
    await isKnown(18);
    const still = opened;
    await recallSweep();
    expect(sweeps.getState().run).toMatchObject({ done: 18, reused: 18, ending: 'seeds' });
    expect(opened).toBe(still);

    engineFile = 'another';
    await recallSweep();
    expect(sweeps.getState().run).toMatchObject({ done: 0, reused: 0 });
  });

  it('is the newest one that was started', async () => {
    define({ seeds: 1000 });
    await startSweep();
    await until(({ done }) => done > 2);
    define({ seeds: 2, axes: [{ paths: ['network.rttUs'], values: [100] }] });
    await startSweep();
    const run = await ended();
    expect(run).toMatchObject({ done: 4, total: 4, ending: 'seeds' });
    expect(rememberedSweep()).toMatchObject({ status: 'ended', definition: { seeds: 2 } });
  });

  it('shows a few runs from their beginning, and takes what is left out of all of them', async () => {
    define({ series: definition.series.slice(0, 1) });
    await watchWarmup();
    const { beginnings } = sweeps.getState();
    expect(beginnings.map(({ point, warmupMs }) => [point, warmupMs])).toEqual([
      [0, 1],
      [2, 1],
    ]);
    expect((beginnings[0]?.perSec.length ?? 0) * (beginnings[0]?.intervalMs ?? 0)).toBeCloseTo(5, 6);
    setWarmup(3);
    expect(sweeps.getState().definition?.set['run.warmupMs']).toBe(3);
    // The lines on screen change once, so that nothing below them moves under the pointer several times.
    const shown: number[] = [];
    const stop = sweeps.subscribe((state) => shown.push(state.beginnings.length));
    await watchWarmup();
    stop();
    expect(shown).toEqual([2]);
    expect(sweeps.getState().beginnings[1]).toMatchObject({ point: 2, warmupMs: 3 });
    const before = opened;
    await watchWarmup();
    expect(opened).toBe(before);
    leaveWarmup();
    setWarmup(undefined);
    expect(sweeps.getState().definition?.set).not.toHaveProperty('run.warmupMs');
  });

  it('says beforehand how many runs it has and about how long they take', async () => {
    define();
    await estimateSweep();
    const { estimate } = sweeps.getState();
    expect(estimate).toMatchObject({ points: 6, runs: 24 });
    expect(estimate?.ms).toBeGreaterThan(0);
  });
});
