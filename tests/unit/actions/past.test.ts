// @vitest-environment happy-dom
/** A change in the middle of a run: the run from its beginning, or a branch from there on. On the real engine. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { branchesOf, branchHere, leaveBranch } from '../../../src/actions/branch.ts';
import { setSpawn } from '../../../src/actions/engines.ts';
import { changeKnob } from '../../../src/actions/knob.ts';
import { openLink } from '../../../src/actions/open.ts';
import { branchInstead, startOver } from '../../../src/actions/past.ts';
import { MOST_BRANCHES } from '../../../src/scenario/branches.ts';
import { experiment } from '../../../src/stores/experiment.ts';
import { past } from '../../../src/stores/past.ts';
import { run } from '../../../src/stores/run.ts';
import { ui } from '../../../src/stores/ui.ts';
import { inProcessEngine } from '../../support/in-process.ts';

const SHORT = 'run.warmupMs=1&run.measuredMs=5&paused=1';
const isReady = () => vi.waitFor(() => expect(run.getState().status).toBe('ready'), 30_000);
const rtt = (side: 'a' | 'b') => experiment.getState()[side]?.scenario.network?.rttUs;

async function openAt(ms: number): Promise<void> {
  await openLink(`${SHORT}&t=${ms}ms`);
  await vi.waitFor(() => expect(run.getState().player?.timeNs).toBe(ms * 1e6), 30_000);
  await isReady();
}

beforeEach(() => {
  setSpawn(inProcessEngine);
  past.setState({ question: undefined, startsOver: false, refusal: undefined, forgotten: undefined });
});
afterEach(() => {
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
});

it('asks, after changes that add up, and makes a branch of what A was', async () => {
  await openAt(3);
  await changeKnob(['a', 'b'], { 'network.rttUs': 4 });
  await isReady();
  await changeKnob(['a', 'b'], { 'network.rttUs': 400 });
  expect(past.getState().question).toMatchObject({
    atNs: 3e6,
    trunk: { scenario: { network: { rttUs: 1000 } } },
  });
  expect([rtt('a'), rtt('b')]).toEqual([400, 400]);
  branchInstead();
  expect([rtt('a'), rtt('b')]).toEqual([1000, 400]);
  expect(experiment.getState().branchNs).toBe(3e6);
  expect(past.getState().question).toBeUndefined();
});

it('asks nothing at the start, whatever was changed there before, but from the first step on', async () => {
  await openLink(SHORT);
  await isReady();
  for (const rttUs of [400, 300]) {
    await changeKnob(['a', 'b'], { 'network.rttUs': rttUs });
    expect(past.getState().question).toBeUndefined();
    await isReady();
  }
  const { player } = run.getState();
  const startNs = player?.timeNs ?? 0;
  player?.step(1);
  await vi.waitFor(() => expect(player?.timeNs).toBeGreaterThan(startNs));
  await changeKnob(['a', 'b'], { 'network.rttUs': 200 });
  expect(past.getState().question).toMatchObject({ trunk: { scenario: { network: { rttUs: 300 } } } });
});

it('asks nothing of B alone, after what cannot change while a system runs, and once it was said', async () => {
  await openAt(3);
  await changeKnob(['b'], { 'network.rttUs': 400 });
  expect(past.getState().question).toBeUndefined();
  await changeKnob(['a', 'b'], { 'client.cores': 3 });
  expect(past.getState().question).toBeUndefined();
  await isReady();
  await changeKnob(['a', 'b'], { 'network.rttUs': 500 });
  expect(past.getState().question).toBeDefined();
  startOver();
  await isReady();
  await changeKnob(['a', 'b'], { 'network.rttUs': 600 });
  expect(past.getState().question).toBeUndefined();
  expect([rtt('a'), rtt('b')]).toEqual([600, 600]);
});

it('says that there are as many branches as there can be, and keeps them', async () => {
  await openAt(3);
  for (let count = 1; count <= MOST_BRANCHES; count++) {
    await branchHere();
    await isReady();
    expect(branchesOf(experiment.getState())).toHaveLength(count);
  }
  const before = experiment.getState();
  await branchHere();
  expect(past.getState().refusal).toBe('full');
  expect(experiment.getState()).toBe(before);
  leaveBranch();
  expect(past.getState().refusal).toBeUndefined();
});

it('says what of the branches in a link has nothing that it branches from', async () => {
  await openLink(`${SHORT}&branches=jedis-pool-8;*mine;far~2ms~network.rttUs:4000`);
  await isReady();
  expect(ui.getState().problems.map(({ problem }) => problem)).toEqual([
    { code: 'URL-03', path: 'branches', value: '*mine' },
  ]);
  expect(branchesOf(experiment.getState()).map(({ name }) => name)).toEqual(['far']);
});
