// @vitest-environment happy-dom
/** Both sides run with several seeds, on the real engine. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLink } from '../../../../src/lab/link/open.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { repeatPair, stopRepeating } from '../../../../src/lab/run/repeat-pair.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { edit } from '../../../../src/lab/settings/edit.ts';
import { experiment } from '../../../../src/lab/settings/experiment-state.ts';
import { SEEDS } from '../../../../src/lab/why/trials.ts';
import { pairKey, trials } from '../../../../src/lab/why/trials-state.ts';
import { percentileOf } from '../../../../src/model/explain/pending-percentile.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

vi.mock('../../../../src/model/workers/identity.ts', async (original) => ({
  ...(await original<typeof import('../../../../src/model/workers/identity.ts')>()),
  engineIdentity: async () => 'engine',
}));

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
const open = async (query: string) => {
  await openLink(query);
  await wait(isCounted);
};

beforeEach(() => {
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
});

afterEach(() => {
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
});

describe('both sides with several seeds', () => {
  const pairOf = () => trials.getState().pair;

  it('have the runs on screen among them, share their seeds, and go on with more', async () => {
    await open('run.warmupMs=1&run.measuredMs=10');
    await repeatPair();
    const pair = pairOf();
    expect(pair).toMatchObject({ status: 'done', seeds: SEEDS, done: 2 * SEEDS, total: 2 * SEEDS });
    expect(pair?.key).toBe(pairKey(experiment.getState()));
    const { a, b } = run.getState();
    expect(pair?.a[0]?.p99).toBe(a.summary && percentileOf(a.summary, 'p99Us')?.us);
    expect(pair?.b[0]?.kernel).toBe(b.summary?.hosts.find(({ host }) => host === 'client')?.kernel);
    expect(new Set(pair?.b.map((figures) => figures?.response)).size).toBeGreaterThan(1);
    const first = pair?.a;
    await repeatPair();
    expect(pairOf()?.a).toHaveLength(2 * SEEDS);
    expect(pairOf()?.a.slice(0, SEEDS)).toEqual(first);
  });

  it('are stopped by hand and by a change, and what was found stays with its pair', async () => {
    await open('run.warmupMs=1&run.measuredMs=12');
    const running = repeatPair();
    await wait(() => pairOf()?.status === 'running');
    stopRepeating();
    await running;
    expect(pairOf()).toMatchObject({ status: 'stopped' });
    expect(pairOf()?.a[0]).toBeDefined();
    const again = repeatPair();
    await wait(() => pairOf()?.status === 'running');
    await edit(['b'], { 'network.rttUs': 700 });
    await again;
    expect(pairOf()?.status).toBe('stopped');
    expect(pairOf()?.key).not.toBe(pairKey(experiment.getState()));
  });
});
