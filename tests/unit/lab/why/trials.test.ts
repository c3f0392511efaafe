// @vitest-environment happy-dom
/** "Why?" without its view, on the real engine. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLink } from '../../../../src/lab/link/open.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { edit, swapSides } from '../../../../src/lab/settings/edit.ts';
import { experiment } from '../../../../src/lab/settings/experiment-state.ts';
import { compareLever, SEEDS, stopTrial, trialKey, tryLevers } from '../../../../src/lab/why/trials.ts';
import { type Trial, trials } from '../../../../src/lab/why/trials-state.ts';
import { movesOf } from '../../../../src/model/explain/levers.ts';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import { type Edits, getAt } from '../../../../src/model/scenario/patch.ts';
import type { SideName } from '../../../../src/model/scenario/problem.ts';
import { effectOf } from '../../../../src/model/sweep/effects.ts';
import { waterfallOf } from '../../../../src/model/sweep/waterfall.ts';
import { inProcessEngine } from '../../../support/in-process.ts';
import { deep } from '../../../support/tier.ts';

/** What the browser keeps between visits. */
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  createStore: () => async (_: string, use: (store: object) => unknown) => use({ count: () => kept.size }),
  promisifyRequest: async (answer: unknown) => answer,
  clear: async () => kept.clear(),
  getMany: async (names: string[]) => names.map((name) => kept.get(name)),
  setMany: async (entries: [string, unknown][]) => {
    for (const [name, value] of entries) kept.set(name, value);
  },
}));
let engineFiles = 0;
vi.mock('../../../../src/model/workers/identity.ts', async (original) => ({
  ...(await original<typeof import('../../../../src/model/workers/identity.ts')>()),
  engineIdentity: async () => `engine ${engineFiles}`,
}));

/** Few callers wait for fewer connections: what a change is worth shows in short runs. */
const RUNS = 'run.warmupMs=1&run.measuredMs=3';
const FEW = `${RUNS}&workload.arrivals.callers=40&a.client.connections.maxTotal=2`;
/** In `npm test`, what holds of any system is tried on one with few costs, whose trial has a fifth of the runs. */
const ANY = deep ? FEW : `a=textbook-closed-network&${RUNS}&network.rttUs=100&workload.arrivals.callers=10`;

const wait = (condition: () => boolean) =>
  vi.waitFor(
    () => {
      if (!condition()) throw new Error('not yet');
    },
    { timeout: 30_000, interval: 5 },
  );
const isCounted = () => {
  const { a, b } = run.getState();
  return [a, b].every(({ summary, isStale }) => summary !== undefined && !isStale);
};
const trialOf = (side: SideName) => {
  const state = experiment.getState();
  const scenario = state[side]?.scenario;
  return trials.getState().trials.find((trial) => scenario && trial.scenario === trialKey(scenario, state));
};

const open = async (query: string) => {
  await openLink(query);
  await wait(isCounted);
};

beforeEach(() => {
  location.hash = '#/lab';
  trials.setState({ trials: [] });
  engineFiles++;
  setSpawn(inProcessEngine);
});

afterEach(() => {
  stopTrial();
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
  setSpawn(inProcessEngine);
});

/** What a change does to the throughput. */
const effectIn = (trial: Trial | undefined, id: string) => {
  const single = trial?.singles.find((candidate) => candidate.id === id);
  return trial && single && effectOf(trial.base, single.runs, 'throughput');
};
/** Runs that were made, by change. */
const runsIn = (trial: Trial | undefined): number =>
  [...(trial?.singles ?? []), ...(trial?.steps ?? [])].flatMap(({ runs }) => runs.filter(Boolean)).length;

/** Counts the runs of the engine from here on, recorded ones excepted. */
function counted(): { scenario: Scenario; atNs: readonly number[] }[] {
  const runs: { scenario: Scenario; atNs: readonly number[] }[] = [];
  setSpawn(() => {
    const client = inProcessEngine();
    return {
      ...client,
      open: (scenario, trace, changes = []) => {
        if (!trace) runs.push({ scenario, atNs: changes.map(({ atNs }) => atNs) });
        return client.open(scenario, trace, changes);
      },
    };
  });
  return runs;
}

describe('a trial', () => {
  it('says what every possible change is worth, seed by seed, from the counted run on', async () => {
    // With 200 callers the seeds differ.
    await open(RUNS);
    await tryLevers('a', 'alone');
    const trial = trialOf('a');
    expect(trial).toMatchObject({ status: 'done', seeds: SEEDS, firstSeed: 1, steps: [] });
    expect(trial?.done).toBe(trial?.total);
    expect(trial?.base[0]?.throughput).toBe(run.getState().a.summary?.throughput.perSec);
    for (const { id, runs } of trial?.singles ?? [])
      expect([id, runs.filter(Boolean).length]).toEqual([id, SEEDS]);
    const effect = effectIn(trial, 'poolAsCallers');
    expect(effect?.to).toBeGreaterThan(10 * (effect?.from ?? Number.POSITIVE_INFINITY));
    expect(effect?.half).toBeGreaterThan(0);
  });

  it('tries every change once before any is tried with another seed', async () => {
    await open(ANY);
    const runs = counted();
    await tryLevers('a', 'alone');
    const changes = trialOf('a')?.singles.length ?? 0;
    const seeds = runs.map(({ scenario }) => scenario.seed);
    // The system itself has been run with the first seed before.
    expect(seeds.slice(0, changes)).toEqual(Array(changes).fill(1));
    expect(seeds.slice(changes, 2 * changes + 1)).toEqual(Array(changes + 1).fill(2));
  });

  it('that is stopped keeps what was found, and goes on from there', async () => {
    await open(FEW);
    const over = tryLevers('a', 'alone');
    await wait(() => runsIn(trialOf('a')) >= 2);
    const before = performance.now();
    stopTrial();
    expect(performance.now() - before).toBeLessThan(100);
    expect(trialOf('a')?.status).toBe('stopped');
    const found = runsIn(trialOf('a'));
    expect(found).toBeGreaterThanOrEqual(2);
    await over;
    expect(trialOf('a')).toMatchObject({ status: 'stopped' });
    expect(runsIn(trialOf('a'))).toBe(found);

    const runs = counted();
    await tryLevers('a', 'alone');
    const { status, singles = [], seeds } = trialOf('a') ?? {};
    expect([status, seeds]).toEqual(['done', SEEDS]);
    const known = found + (trialOf('a')?.base.length ?? 0);
    expect(runs.length).toBeLessThanOrEqual(singles.length * SEEDS + SEEDS - found);
    expect(runs.length).toBeGreaterThanOrEqual(singles.length * SEEDS + SEEDS - known);
  });

  it('of a system that is no longer shown stops by itself; another can be tried', async () => {
    await open(FEW);
    const over = tryLevers('a', 'alone');
    await wait(() => runsIn(trialOf('a')) >= 1);
    await edit(['a'], { 'network.rttUs': 300 });
    await over;
    expect(trials.getState().trials.map(({ status }) => status)).toEqual(['stopped']);
    expect(trialOf('a')).toBeUndefined();
    await wait(isCounted);
    const other = tryLevers('a', 'alone');
    await wait(() => runsIn(trialOf('a')) >= 1);
    if (!deep) stopTrial();
    await other;
    expect(trialOf('a')?.status).toBe(deep ? 'done' : 'stopped');
  });

  it('goes with its system when the sides are exchanged', async () => {
    await open(ANY);
    await tryLevers('a', 'alone');
    swapSides();
    expect(trialOf('b')?.status).toBe('done');
    expect(trialOf('a')).toBeUndefined();
  });

  it('that has tried all does so with more seeds, without making a run again', async () => {
    await open(ANY);
    await tryLevers('a', 'alone');
    const before = trialOf('a');
    const runs = counted();
    await tryLevers('a', 'alone');
    const after = trialOf('a');
    expect(after?.seeds).toBe(2 * SEEDS);
    expect(runs.map(({ scenario }) => scenario.seed).every((seed) => seed > SEEDS)).toBe(true);
    expect(runs.length).toBe((1 + (after?.singles.length ?? 0)) * SEEDS);
    expect(after?.base.slice(0, SEEDS)).toEqual(before?.base);
  });

  it('takes from this browser what it has run before', async () => {
    await open(ANY);
    await tryLevers('a', 'together');
    const before = trialOf('a');
    trials.setState({ trials: [] });
    const runs = counted();
    await tryLevers('a', 'together');
    expect(runs).toEqual([]);
    expect(trialOf('a')).toEqual(before);
  });

  it('leaves out what the engine refuses', async () => {
    // Without network delay and without any cost, the model's clock would stand still.
    await open(
      'a=textbook-closed-network&run.warmupMs=1&run.measuredMs=3&workload.arrivals.thinkUs.kind=constant&workload.arrivals.thinkUs.value=0',
    );
    await tryLevers('a', 'alone');
    expect(trialOf('a')?.status).toBe('done');
    const ids = trialOf('a')?.singles.map(({ id }) => id);
    expect(ids).toContain('callersDouble');
    expect(ids).not.toContain('commandFree');
  });

  it('names a change whose run fails, and goes on with the others', async () => {
    await open(ANY);
    setSpawn(() => {
      const engine = inProcessEngine();
      return {
        ...engine,
        open: (scenario, trace) =>
          scenario.network.rttUs === 0 ? Promise.reject(new Error('broken')) : engine.open(scenario, trace),
      };
    });
    await tryLevers('a', 'together');
    const trial = trialOf('a');
    expect(trial?.status).toBe('done');
    expect(trial?.singles.find(({ id }) => id === 'rttZero')?.problem?.code).toBe('ENG-01');
    expect(trial?.singles.filter(({ runs }) => runs.every(Boolean)).length).toBe(
      (trial?.singles.length ?? 0) - 1,
    );
    // What cannot be run alone is no step.
    expect(trial?.steps.map(({ id }) => id)).not.toContain('rttZero');
    expect(trial?.isWhole).toBe(true);
  });

  it('can be looked at: the system as A, the changed one as B', async () => {
    await open(FEW);
    const over = tryLevers('b', 'alone');
    const singleOf = () => trialOf('b')?.singles.find(({ id }) => id === 'rttZero');
    await wait(() => singleOf() !== undefined);
    if (!deep) stopTrial();
    await over;
    const single = singleOf();
    if (!single) throw new Error('not tried');
    await compareLever('b', single.edits);
    const value = (side: SideName, path: string) => getAt(experiment.getState()[side]?.scenario, path);
    expect([value('a', 'network.rttUs'), value('b', 'network.rttUs')]).toEqual([1000, 0]);
    expect(value('a', 'client.connections.kind')).toBe('shared');
  });
});

describe('costs one on top of the other', () => {
  it('lead from the run to one without all of them, and no run is made twice', async () => {
    await open(FEW);
    const runs = counted();
    await tryLevers('a', 'together');
    const trial = trialOf('a');
    expect(trial).toMatchObject({ status: 'done', isWhole: true });
    expect(trial?.done).toBe(trial?.total);
    const costs = trial?.singles.filter(({ isCost }) => isCost).map(({ id }) => id) ?? [];
    const steps = trial?.steps.map(({ id }) => id) ?? [];
    expect([...steps, ...(trial?.leftOut ?? [])].sort()).toEqual([...costs].sort());
    expect(steps[0]).toBe('poolAsCallers');
    expect(steps).not.toContain('callersDouble');

    // The first step is that change alone, and the system itself was run once before.
    const singles = trial?.singles.length ?? 0;
    expect(runs.length).toBe((singles + 1) * SEEDS - 1 + (steps.length - 1) * SEEDS);
    const texts = runs.map(({ scenario }) => JSON.stringify(scenario));
    expect(new Set(texts).size).toBe(texts.length);

    // The last step has all changes in it.
    const scenario = experiment.getState().a?.scenario;
    const whole = await judgedWith(scenario, trial?.steps.at(-1)?.edits);
    const left = movesOf(whole)
      .filter(({ isCost }) => isCost)
      .map(({ id }) => id);
    // Half a system call can be halved again.
    expect(left).toEqual(['syscallsHalf']);
    expect(texts.at(-1)).toBe(JSON.stringify({ ...whole, seed: SEEDS }));
  });

  it('are the same whether the changes were tried alone before or not', async () => {
    await open(ANY);
    await tryLevers('a', 'alone');
    expect(trialOf('a')?.steps).toEqual([]);
    const runs = counted();
    await tryLevers('a', 'together');
    const after = trialOf('a');
    expect(after?.seeds).toBe(SEEDS);
    expect(runs.length).toBe(((after?.steps.length ?? 0) - 1) * SEEDS);
    trials.setState({ trials: [] });
    engineFiles++;
    await tryLevers('a', 'together');
    expect(trialOf('a')?.steps).toEqual(after?.steps);
  });

  it('add up exactly, whatever has been run of them when it is stopped', async () => {
    await open(FEW);
    const over = tryLevers('a', 'together');
    await wait(() => (trialOf('a')?.steps.length ?? 0) >= 3);
    stopTrial();
    await over;
    const trial = trialOf('a');
    expect(trial).toMatchObject({ status: 'stopped', isWhole: false });
    const found = trial && waterfallOf(trial.base, trial.steps, trial.singles, 'throughput');
    expect(found?.steps.length).toBeGreaterThanOrEqual(3);
    expect(found?.steps[0]?.from).toBe(found?.start);
    expect(found?.steps.at(-1)?.to).toBe(found?.end);
    expect(found?.count).toBe(SEEDS);
  });

  it('stay while they are made again with more seeds', async () => {
    await open(ANY);
    await tryLevers('a', 'together');
    const { steps = [] } = trialOf('a') ?? {};
    const over = tryLevers('a', 'together');
    await wait(() => runsIn(trialOf('a')) > 0 && trialOf('a')?.total !== undefined);
    expect(trialOf('a')?.steps).toEqual(steps);
    stopTrial();
    await over;
    expect(trialOf('a')?.steps).toEqual(steps);
    await tryLevers('a', 'together');
    expect(trialOf('a')?.steps[0]?.runs.length).toBe(2 * SEEDS);
  });

  it('leave out what cannot be taken away as well', async () => {
    // With neither costs nor a round trip the clock would stand still: the engine refuses the last of them.
    await open(
      'a=textbook-closed-network&run.warmupMs=1&run.measuredMs=3&workload.arrivals.thinkUs.kind=constant&workload.arrivals.thinkUs.value=0&network.rttUs=100',
    );
    await tryLevers('a', 'together');
    const trial = trialOf('a');
    expect(trial).toMatchObject({ status: 'done', isWhole: true });
    expect(trial?.steps.map(({ id }) => id)).toEqual(['commandFree']);
    expect(trial?.leftOut).toEqual(['rttZero']);
  });
});

/** A scenario with edits, as the engine reads it. */
async function judgedWith(scenario: Scenario | undefined, edits: Edits | undefined): Promise<Scenario> {
  const text = JSON.stringify(applyEdits(scenario, edits ?? {}));
  const { scenario: whole } = await inProcessEngine().normalize(text);
  if (!whole) throw new Error('refused');
  return whole;
}

/** Threads, cores, the kind of a client and the server's timers are what they are once a system runs. */
const FIXED: string[] = ['serverTurnFree', 'coresDouble', 'oneShared', 'fifoHandoff', 'ioThreads'];

it('tries a branch from the branch on, and says what a running system cannot change', async () => {
  const runs = counted();
  const pool = 'a=jedis-pool-8&b=jedis-pool-8&workload.arrivals.callers=60&run.warmupMs=2&run.measuredMs=6';
  await open(`${pool}&b.network.rttUs=300&branch=5ms`);
  runs.length = 0;
  await tryLevers('b', 'alone');
  const trial = trialOf('b');
  expect(trial?.status).toBe('done');
  expect(runs.length).toBe(((trial?.singles.length ?? 0) + 1) * SEEDS - 1);
  for (const [index, { id, isFromStart }] of (trial?.singles ?? []).entries()) {
    const isFixed = FIXED.includes(id);
    expect([id, isFromStart]).toEqual([id, isFixed]);
    expect(runs[index]?.atNs).toEqual(isFixed ? [] : [5e6]);
    expect(runs[index]?.scenario.run?.warmupMs).toBe(5);
  }
  expect(trial?.base[0]?.throughput).toBe(run.getState().b.summary?.throughput.perSec);
  // Another seed is another run of both parts of the branch.
  expect(trial?.base[1]?.throughput).toBeCloseTo(trial?.base[0]?.throughput ?? 0, -3);
  expect(trial?.singles.map(({ isFromStart }) => isFromStart)).toContain(true);
  expect(trial?.singles.map(({ isFromStart }) => isFromStart)).toContain(false);

  // On top of one that comes at the start, the others come at the start, too.
  await tryLevers('b', 'together');
  const steps = trialOf('b')?.steps.map(({ id, isFromStart }) => [id, isFromStart] as const) ?? [];
  const first = steps.findIndex(([id]) => FIXED.includes(id));
  expect(steps.map(([, isFromStart]) => isFromStart)).toEqual(
    steps.map((_, index) => first >= 0 && index >= first),
  );
  experiment.setState({ branchNs: undefined });
  expect(trialOf('b')).toBeUndefined();
});
