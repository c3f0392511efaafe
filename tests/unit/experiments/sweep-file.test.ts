// @vitest-environment happy-dom
/** Tests that the page of experiments reads its own files and runs its links, on the real engine. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cancelSweep, glanceSweep, putSweepAside, startSweep } from '../../../src/experiments/sweep.ts';
import { changeSweep, defineSweep, rememberedSweep } from '../../../src/experiments/sweep-definition.ts';
import { openSweepFile, openSweepText } from '../../../src/experiments/sweep-file.ts';
import { visitExperiments, writeSweepAddress } from '../../../src/experiments/sweep-link.ts';
import { sweeps } from '../../../src/experiments/sweep-state.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { resultsOf, resultsText, type SweepResults } from '../../../src/model/sweep/results.ts';
import { inProcessEngine } from '../../support/in-process.ts';

// Nothing is kept between visits.
vi.mock('idb-keyval', () => ({
  createStore: () => async () => 0,
  promisifyRequest: async (answer: unknown) => answer,
  clear: async () => undefined,
  getMany: async (names: string[]) => names.map(() => undefined),
  setMany: async () => undefined,
}));

vi.mock('../../../src/model/workers/identity.ts', async (original) => ({
  ...(await original<typeof import('../../../src/model/workers/identity.ts')>()),
  engineIdentity: async () => undefined,
}));

const definition = {
  series: [{ preset: 'jedis-pool-8' }, { preset: 'lettuce-shared' }],
  axes: [{ paths: ['network.rttUs'], values: [100, 500, 2000] }],
  set: {
    'run.warmupMs': 1,
    'run.measuredMs': 4,
    'network.requestJitterUs.kind': 'exponential',
    'network.requestJitterUs.mean': 50,
  },
  seeds: 2,
};

const fresh = { ...sweeps.getState() };

beforeEach(() => {
  setSpawn(inProcessEngine);
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cancelSweep();
  sweeps.setState(fresh);
  location.hash = '';
});

const ended = () =>
  vi.waitFor(
    () => {
      const { run, status } = sweeps.getState();
      if (status !== 'ended' || !run?.ending) throw new Error('not yet');
      return run;
    },
    { timeout: 30_000, interval: 5 },
  );

/** The results of the definition, as "Save all results" writes them. */
async function savedResults(): Promise<string> {
  defineSweep(definition);
  await startSweep();
  const { sweep, engineVersion, runs, gaps } = await ended();
  return resultsText(resultsOf(sweep, engineVersion, runs, gaps));
}

it('opens the results that it has saved, as they were', async () => {
  const text = await savedResults();
  const before = sweeps.getState().run;
  sweeps.setState(fresh);
  expect(await openSweepText(text)).toBe(true);
  const run = await ended();
  expect(run).toMatchObject({ ending: 'file', done: 12, total: 12, engineVersion: before?.engineVersion });
  expect(resultsText(resultsOf(run.sweep, run.engineVersion, run.runs, run.gaps))).toBe(text);
  expect(run.points.map(({ scenario }) => scenario)).toEqual(before?.points.map(({ scenario }) => scenario));
  expect(sweeps.getState()).toMatchObject({ problems: [], definition: run.sweep });
});

it('opens results that are far larger than a scenario may be', async () => {
  const results = JSON.parse(await savedResults()) as SweepResults;
  const seeds = 1000;
  const runs = results.runs.flatMap((run) =>
    run.replication > 0
      ? []
      : Array.from({ length: 60 }, (_, replication) => ({ ...run, replication, seed: 1 + replication })),
  );
  const text = resultsText({ ...results, sweep: { ...results.sweep, seeds }, runs });
  const file = new File([text], 'roundtrip-sweep-results.json');
  expect(file.size).toBeGreaterThan(777_000);
  expect(await openSweepFile(file)).toBe(true);
  expect((await ended()).done).toBe(360);
});

it.each([
  ['a run of a point that is not there', { point: 6 }, 'SWP-11'],
  ['a replication beyond the last', { replication: 2 }, 'SWP-11'],
  ['a value that is no number', { values: { 'throughput.perSec': 'fast' } }, 'SWP-11'],
  ['another result for a run', { point: 0, replication: 0, fingerprint: 'other' }, 'SWP-10'],
])('refuses results with %s, and keeps what is there', async (_, part, code) => {
  const results = JSON.parse(await savedResults()) as SweepResults;
  const run = sweeps.getState().run;
  const broken = { ...results, runs: [...results.runs, { ...results.runs[0], ...part }] };
  expect(await openSweepText(JSON.stringify(broken))).toBe(false);
  expect(sweeps.getState().problems).toMatchObject([{ code }]);
  expect(sweeps.getState().run).toBe(run);
});

it('runs when a link is opened', async () => {
  location.hash = '#/experiments';
  defineSweep(definition);
  await writeSweepAddress();
  const { hash } = location;
  expect(hash).toContain('?x=');
  // Somebody else: nothing is remembered there, and the link is news.
  location.hash = '#/experiments';
  sweeps.setState(fresh);
  localStorage.clear();
  sessionStorage.clear();
  location.hash = `${hash}&from=mail`;
  await visitExperiments();
  const run = await ended();
  expect(run.ending).toBe('seeds');
  expect(sweeps.getState().isGlance).toBe(true);
  expect(new Set(run.runs.map(({ point }) => point)).size).toBe(6);
});

it('runs when a definition is opened, unless its results are hidden', async () => {
  await openSweepText(JSON.stringify(definition));
  expect((await ended()).runs).toHaveLength(12);
  putSweepAside();
  location.hash = '#/experiments';
  expect(rememberedSweep()?.status).toBe('idle');
  sweeps.setState(fresh);
  await visitExperiments();
  expect(sweeps.getState()).toMatchObject({ status: 'idle', run: undefined });
  await glanceSweep();
  expect((await ended()).runs).toHaveLength(12);
});

it('ends the overrides of an experiment with its systems, also after a reload', async () => {
  defineSweep(definition);
  const { definition: before } = sweeps.getState();
  changeSweep({ series: [...(before?.series ?? []), { name: 'Go', preset: 'go-pool-8' }] });
  expect(sweeps.getState().definition?.set).toEqual(definition.set);
  const left = rememberedSweep();
  sweeps.setState({ ...fresh, definition: left?.definition, origin: left?.origin });
  changeSweep({ series: [{ name: 'Go', preset: 'go-pool-8' }] });
  expect(sweeps.getState().definition?.set).toEqual({});
});
