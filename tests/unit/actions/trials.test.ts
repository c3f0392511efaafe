// @vitest-environment happy-dom
/** "Why?" without its view, on the real engine. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { edit, swapSides } from '../../../src/actions/edit.ts';
import { setSpawn } from '../../../src/actions/engines.ts';
import { openLink } from '../../../src/actions/open.ts';
import { compareLever, stopTrial, trialKey, tryLevers } from '../../../src/actions/trials.ts';
import type { Scenario } from '../../../src/scenario/generated/scenario.ts';
import { getAt } from '../../../src/scenario/patch.ts';
import type { SideName } from '../../../src/scenario/problem.ts';
import { experiment } from '../../../src/stores/experiment.ts';
import { run } from '../../../src/stores/run.ts';
import { trials } from '../../../src/stores/trials.ts';
import { inProcessEngine } from '../../support/in-process.ts';

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

beforeEach(async () => {
  location.hash = '#/lab';
  trials.setState({ trials: [] });
  setSpawn(inProcessEngine);
  await open('run.warmupMs=5&run.measuredMs=40');
});

afterEach(() => {
  stopTrial();
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
  setSpawn(inProcessEngine);
});

describe('a trial', () => {
  it('says what every possible change is worth, against the counted run', async () => {
    await tryLevers('a');
    const trial = trialOf('a');
    expect(trial).toMatchObject({ status: 'done', progress: 0 });
    expect(trial?.tried.length).toBe(trial?.total);
    const changes = new Map(trial?.tried.map(({ id, change }) => [id, change]));
    const base = run.getState().a.summary?.throughput.perSec ?? 0;
    expect(changes.get('commandFree')?.throughput.from).toBe(base);
    expect(changes.get('poolAsCallers')?.throughput.to).toBeGreaterThan(10 * base);
  });

  it('that is stopped keeps what was found', async () => {
    const over = tryLevers('a');
    await wait(() => (trialOf('a')?.tried.length ?? 0) >= 2);
    stopTrial();
    expect(trialOf('a')?.status).toBe('stopped');
    const found = trialOf('a')?.tried.length;
    await over;
    expect(trialOf('a')).toMatchObject({ status: 'stopped' });
    expect(trialOf('a')?.tried.length).toBe(found);
  });

  it('of a system that is no longer shown stops by itself; another can be tried', async () => {
    const over = tryLevers('a');
    await wait(() => (trialOf('a')?.tried.length ?? 0) >= 1);
    await edit(['a'], { 'network.rttUs': 300 });
    await over;
    expect(trials.getState().trials.map(({ status }) => status)).toEqual(['stopped']);
    expect(trialOf('a')).toBeUndefined();
    await wait(isCounted);
    await tryLevers('a');
    expect(trialOf('a')?.status).toBe('done');
  });

  it('goes with its system when the sides are exchanged', async () => {
    await tryLevers('a');
    swapSides();
    expect(trialOf('b')?.status).toBe('done');
    expect(trialOf('a')).toBeUndefined();
  });

  it('leaves out what the engine refuses', async () => {
    // Without network delay and without any cost, the model's clock would stand still.
    await open(
      'a=textbook-closed-network&run.warmupMs=5&run.measuredMs=40&workload.arrivals.thinkUs.kind=constant&workload.arrivals.thinkUs.value=0',
    );
    await tryLevers('a');
    expect(trialOf('a')?.status).toBe('done');
    const ids = trialOf('a')?.tried.map(({ id }) => id);
    expect(ids).toContain('callersDouble');
    expect(ids).not.toContain('commandFree');
  });

  it('names a change whose run fails, and goes on with the others', async () => {
    setSpawn(() => {
      const engine = inProcessEngine();
      return {
        ...engine,
        open: (scenario, trace) =>
          scenario.network.rttUs === 0 ? Promise.reject(new Error('broken')) : engine.open(scenario, trace),
      };
    });
    await tryLevers('a');
    const trial = trialOf('a');
    expect(trial?.status).toBe('done');
    expect(trial?.tried.find(({ id }) => id === 'rttZero')?.problem?.code).toBe('ENG-01');
    expect(trial?.tried.filter(({ change }) => change).length).toBe((trial?.total ?? 0) - 1);
  });

  it('can be looked at: the system as A, the changed one as B', async () => {
    await tryLevers('b');
    const tried = trialOf('b')?.tried.find(({ id }) => id === 'rttZero');
    if (!tried) throw new Error('not tried');
    await compareLever('b', tried);
    const value = (side: SideName, path: string) => getAt(experiment.getState()[side]?.scenario, path);
    expect([value('a', 'network.rttUs'), value('b', 'network.rttUs')]).toEqual([1000, 0]);
    expect(value('a', 'client.connections.kind')).toBe('shared');
  });
});

/** Threads, cores, the kind of a client and the server's timers are what they are once a system runs. */
const FIXED: string[] = [
  'serverTurnFree',
  'coresDouble',
  'oneShared',
  'fifoHandoff',
  'ioThreads',
  'callersDouble',
];

it('tries a branch from the branch on, and says what a running system cannot change', async () => {
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
  const pool = 'a=jedis-pool-8&b=jedis-pool-8&run.warmupMs=5&run.measuredMs=40';
  await open(`${pool}&b.network.rttUs=300&branch=20ms`);
  runs.length = 0;
  await tryLevers('b');
  const trial = trialOf('b');
  expect(trial?.status).toBe('done');
  expect(runs.length).toBe(trial?.tried.length);
  for (const [index, { id, isFromStart, change }] of (trial?.tried ?? []).entries()) {
    const isFixed = FIXED.includes(id);
    expect([id, isFromStart]).toEqual([id, isFixed]);
    expect(runs[index]?.atNs).toEqual(isFixed ? [] : [20e6]);
    expect(runs[index]?.scenario.run?.warmupMs).toBe(20);
    expect(change?.throughput.from).toBeCloseTo(run.getState().b.summary?.throughput.perSec ?? 0, -2);
  }
  expect(trial?.tried.map(({ isFromStart }) => isFromStart)).toContain(true);
  expect(trial?.tried.map(({ isFromStart }) => isFromStart)).toContain(false);
  experiment.setState({ branchNs: undefined });
  expect(trialOf('b')).toBeUndefined();
});
