// @vitest-environment happy-dom
/** A change in the middle of a run: the run from its beginning, or a branch from there on. On the real engine. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  branchesOf,
  branchFrom,
  branchHere,
  leaveBranch,
  showBranch,
} from '../../../../src/lab/branch/branch.ts';
import { startOver } from '../../../../src/lab/branch/mid-run-edit.ts';
import { midRunEdit, NO_MID_RUN_EDIT } from '../../../../src/lab/branch/mid-run-edit-state.ts';
import { presentLink, takeAddress } from '../../../../src/lab/link/link.ts';
import { openLink } from '../../../../src/lab/link/open.ts';
import { courseOf } from '../../../../src/lab/run/course.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { drawNewSeed } from '../../../../src/lab/settings/edit.ts';
import { experiment } from '../../../../src/lab/settings/experiment-state.ts';
import { changeKnob, resetKnob } from '../../../../src/lab/settings/knob.ts';
import { MAX_BRANCHES } from '../../../../src/model/scenario/branches.ts';
import { NO_RULES } from '../../../../src/model/scenario/controls.ts';
import { type Link, writeLink } from '../../../../src/model/scenario/url.ts';
import { ui } from '../../../../src/ui/ui-state.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

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
  location.hash = '#/lab';
  midRunEdit.setState(NO_MID_RUN_EDIT);
});
afterEach(() => {
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
});

const set = (rttUs: number) => () => ({ 'network.rttUs': rttUs });
const here = () => experiment.getState();

it('branches there by default, once for all that one hand does, and A keeps its future', async () => {
  await openAt(3);
  const first = changeKnob(['a', 'b'], set(4));
  // The page has not shown the branch yet: what a slider sends goes on being about both sides.
  const drag = [40, 400].map((rttUs) => changeKnob(['a', 'b'], set(rttUs)));
  await Promise.all([first, ...drag]);
  expect([rtt('a'), rtt('b')]).toEqual([1000, 400]);
  expect(here().branchNs).toBe(3e6);
  expect(branchesOf(here())).toHaveLength(1);
  expect([here().a?.preset, here().b?.preset]).toEqual(['jedis-pool-8', 'jedis-pool-8']);
  expect(midRunEdit.getState()).toMatchObject({
    newBranch: { isFirst: true, atNs: 3e6 },
    hasExplained: true,
  });
  // The link has it.
  expect(writeLink(presentLink() as Link)).toMatch(/b\.network\.rttUs=400.*branch=3ms/);
});

it('takes the change as meant from the beginning when that is said, with both systems as they were, and asks once', async () => {
  await openAt(3);
  await changeKnob(['a', 'b'], set(400));
  await isReady();
  await changeKnob(['b'], set(500));
  await startOver();
  expect([rtt('a'), rtt('b')]).toEqual([500, 500]);
  expect([here().a?.preset, here().b?.preset]).toEqual(['jedis-pool-8', 'lettuce-shared']);
  expect(here()).toMatchObject({ branchNs: undefined, branches: undefined });
  await isReady();
  expect(run.getState().player?.timeNs).toBe(3e6);
  await changeKnob(['a', 'b'], set(600));
  expect([rtt('a'), rtt('b'), here().branchNs]).toEqual([600, 600, undefined]);
});

it('says what happens with the first branch of a visit only, and offers the other with each', async () => {
  await openAt(3);
  await changeKnob(['a', 'b'], set(400));
  await isReady();
  leaveBranch();
  await isReady();
  expect(midRunEdit.getState().newBranch).toBeUndefined();
  await changeKnob(['a'], set(300));
  expect(midRunEdit.getState().newBranch).toMatchObject({ isFirst: false, sides: ['a'] });
  await isReady();
  await startOver();
  // What the first branch had replaced has come back with its end.
  expect([rtt('a'), rtt('b')]).toEqual([300, 1000]);
});

it('goes on in the branch where the same control goes on for A', async () => {
  await openAt(3);
  const slider = document.body.appendChild(document.createElement('input'));
  slider.focus();
  await changeKnob(['a'], set(400));
  await isReady();
  await changeKnob(['a'], set(500));
  expect([rtt('a'), rtt('b')]).toEqual([1000, 500]);
  slider.remove();
  // Another hand means A itself.
  await changeKnob(['a'], set(700));
  expect([rtt('a'), rtt('b')]).toEqual([700, 500]);
});

it('begins again at the start of a run, whatever was changed there before, and branches from the first step on', async () => {
  await openLink(SHORT);
  await isReady();
  for (const rttUs of [400, 300]) {
    await changeKnob(['a', 'b'], set(rttUs));
    expect(here().branchNs).toBeUndefined();
    await isReady();
  }
  const { player } = run.getState();
  const startNs = player?.timeNs ?? 0;
  player?.step(1);
  await expect.poll(() => player?.timeNs).toBeGreaterThan(startNs);
  await changeKnob(['a', 'b'], set(200));
  expect([rtt('a'), rtt('b')]).toEqual([300, 200]);
});

it('changes the run itself where it has only been paused, again and again, and branches once somebody has gone back', async () => {
  await openLink(SHORT);
  await isReady();
  const now = () => run.getState().player;
  const playTo = async (ms: number) => {
    now()?.setSpeed(1e7);
    now()?.play();
    await vi.waitFor(() => expect(now()?.timeNs).toBeGreaterThan(ms * 1e6), 30_000);
    now()?.pause();
  };
  await playTo(1);
  const pausedNs = now()?.timeNs;
  for (const rttUs of [400, 300]) {
    await changeKnob(['a', 'b'], set(rttUs));
    await isReady();
    expect(here().branchNs).toBeUndefined();
    expect([rtt('a'), rtt('b')]).toEqual([rttUs, rttUs]);
    expect(now()?.timeNs).toBe(pausedNs);
  }
  now()?.seek(5e5);
  await expect.poll(() => now()?.timeNs).toBe(5e5);
  await changeKnob(['a', 'b'], set(200));
  expect([rtt('a'), rtt('b'), here().branchNs]).toEqual([300, 200, 5e5]);
});

it('begins again after what a running system cannot change, and says which that is', async () => {
  await openAt(3);
  await changeKnob(['a', 'b'], () => ({ 'client.cores': 3 }));
  expect(here().branchNs).toBeUndefined();
  expect(here().a?.scenario.client?.cores).toBe(3);
  expect(midRunEdit.getState().restarted).toEqual(['client.cores']);
  await isReady();
  await changeKnob(['a', 'b'], set(500));
  expect(midRunEdit.getState().restarted).toBeUndefined();
  expect(here().branchNs).toBe(3e6);
});

it('begins again for a refused value, outside the Lab, and where the link keeps branches back', async () => {
  await openAt(3);
  await changeKnob(['a', 'b'], set(-4));
  expect(here().branchNs).toBeUndefined();
  expect(here().a?.drafts).toEqual({ 'network.rttUs': -4 });
  ui.setState({ rules: { ...NO_RULES, lock: ['pair'] } });
  await changeKnob(['a', 'b'], set(500));
  ui.setState({ rules: NO_RULES });
  await isReady();
  location.hash = '#/learn/rtt';
  await changeKnob(['a', 'b'], set(600));
  expect([rtt('a'), rtt('b'), here().branchNs]).toEqual([600, 600, undefined]);
});

it('is gone back from as from another set-up, where it or its end takes the place of what was compared', async () => {
  takeAddress();
  await openAt(3);
  const before = history.length;
  const steps = () => history.length - before;
  await branchHere();
  await expect.poll(() => location.hash).toContain('branch=3ms');
  expect(steps()).toBe(1);
  await isReady();
  // What is changed in it is no step of its own.
  await changeKnob(['b'], set(400));
  await expect.poll(() => location.hash).toContain('b.network.rttUs=400');
  expect(steps()).toBe(1);
  leaveBranch();
  await expect.poll(() => location.hash).not.toContain('branch=');
  expect([steps(), here().b?.preset]).toEqual([2, 'lettuce-shared']);
  await isReady();
  await changeKnob(['a'], set(500));
  await expect.poll(() => location.hash).toContain('branch=3ms');
  expect(steps()).toBe(3);
  // A branch of what was compared with itself replaces nothing.
  await openLink(`a=jedis-pool-8&b=jedis-pool-8&${SHORT}&t=3ms`);
  await expect.poll(() => location.hash).not.toContain('branch=');
  await isReady();
  await branchHere();
  await expect.poll(() => location.hash).toContain('branch=3ms');
  leaveBranch();
  await expect.poll(() => location.hash).not.toContain('branch=');
  expect(steps()).toBe(3);
});

const presets = () => [here().a?.preset, here().b?.preset];
const POOL = 'client.connections.maxTotal';

it('branches for a knob of B alone, with B as it was beside it, and brings the A of before back', async () => {
  await openAt(3);
  const compared = here();
  await Promise.all([changeKnob(['b'], set(400)), changeKnob(['b'], set(300))]);
  expect(presets()).toEqual(['lettuce-shared', 'lettuce-shared']);
  expect([rtt('a'), rtt('b'), here().branchNs]).toEqual([1000, 300, 3e6]);
  expect(here().a?.scenario).toEqual(compared.b?.scenario);
  expect(midRunEdit.getState()).toMatchObject({
    newBranch: { parentSide: 'b', sides: ['b'] },
    isTurned: false,
  });
  await isReady();
  expect(run.getState().player?.timeNs).toBe(3e6);
  // Until then it is B as it was, and only its future differs.
  expect(await courseOf('b', 'shown')).toMatchObject({
    scenario: compared.b?.scenario,
    changes: [{ atNs: 3e6, scenario: { network: { rttUs: 300 } } }],
  });
  leaveBranch();
  expect(here()).toMatchObject({ a: compared.a, b: compared.b, branchNs: undefined, branches: undefined });
  await isReady();
  await changeKnob(['b'], set(400));
  await startOver();
  expect([rtt('a'), rtt('b')]).toEqual([1000, 400]);
  expect(presets()).toEqual(['jedis-pool-8', 'lettuce-shared']);
});

it('branches for a difference of B that is taken back', async () => {
  await openLink(`${SHORT}&t=3ms&b.network.rttUs=4000`);
  await vi.waitFor(() => expect(run.getState().player?.timeNs).toBe(3e6), 30_000);
  await isReady();
  await resetKnob(['b'], 'network.rttUs');
  expect([rtt('a'), rtt('b'), here().branchNs]).toEqual([4000, 1000, 3e6]);
});

it('branches a branch again for a knob that is changed later in it, and the tree keeps both', async () => {
  await openAt(2);
  await changeKnob(['a', 'b'], set(400));
  await isReady();
  run.getState().player?.seek(4e6);
  await vi.waitFor(() => expect(run.getState().player?.timeNs).toBe(4e6), 30_000);
  await changeKnob(['b'], () => ({ [POOL]: 20 }));
  await changeKnob(['b'], () => ({ [POOL]: 30 }));
  const told = () =>
    branchesOf(here()).map(({ number, side, atNs, edits }) => [number, side, atNs / 1e6, edits]);
  expect(told()).toEqual([
    [1, 'a', 2, { 'network.rttUs': 400 }],
    [2, 'b', 4, { [POOL]: 30 }],
  ]);
  await isReady();
  // A knob of what is A now, in its own past: it is left once more, and stays A.
  run.getState().player?.seek(5e6);
  await vi.waitFor(() => expect(run.getState().player?.timeNs).toBe(5e6), 30_000);
  await changeKnob(['a'], set(600));
  expect(told()).toEqual([
    [1, 'a', 2, { 'network.rttUs': 400 }],
    [2, undefined, 4, { [POOL]: 30 }],
    [3, 'b', 5, { 'network.rttUs': 600 }],
  ]);
  await isReady();
  await startOver();
  expect(told()).toEqual([
    [1, 'a', 2, { 'network.rttUs': 600 }],
    // B is as it was.
    [2, 'b', 4, { [POOL]: 30, 'network.rttUs': 400 }],
  ]);
  // What was compared before all of them is still known.
  leaveBranch();
  expect(presets()).toEqual(['jedis-pool-8', 'lettuce-shared']);
  expect([rtt('a'), rtt('b')]).toEqual([1000, 1000]);
});

it('brings what was compared back from a branch that was made by hand, too', async () => {
  await openAt(3);
  await branchHere();
  await isReady();
  expect(presets()).toEqual(['jedis-pool-8', 'jedis-pool-8']);
  await changeKnob(['b'], set(400));
  await isReady();
  leaveBranch();
  expect(presets()).toEqual(['jedis-pool-8', 'lettuce-shared']);
  expect([rtt('a'), rtt('b')]).toEqual([1000, 1000]);
});

it('brings what was compared back with the luck that has been drawn meanwhile', async () => {
  await openAt(3);
  await changeKnob(['a', 'b'], set(400));
  await isReady();
  await drawNewSeed();
  const seed = here().a?.scenario.seed;
  leaveBranch();
  expect(here().b).toMatchObject({ preset: 'lettuce-shared', scenario: { seed } });
  expect(here().a?.scenario.seed).toBe(seed);
});

it('counts a change of B from where B begins where there are as many branches as there can be', async () => {
  await openAt(2);
  for (let count = 1; count <= MAX_BRANCHES; count++) {
    await branchHere();
    await isReady();
  }
  run.getState().player?.seek(4e6);
  await vi.waitFor(() => expect(run.getState().player?.timeNs).toBe(4e6), 30_000);
  await changeKnob(['b'], set(500));
  expect(midRunEdit.getState().refusal).toBe('fullB');
  expect([rtt('b'), here().branchNs]).toEqual([500, 2e6]);
});

it('begins again where there are as many branches as there can be, and says so', async () => {
  await openAt(3);
  for (let count = 1; count < MAX_BRANCHES; count++) {
    await branchHere();
    await isReady();
  }
  // The last one comes from the one before, which stays when it is left.
  await branchFrom(MAX_BRANCHES - 2);
  await isReady();
  await showBranch(MAX_BRANCHES - 2);
  leaveBranch();
  await isReady();
  expect(branchesOf(here())).toHaveLength(MAX_BRANCHES);
  await changeKnob(['a', 'b'], set(500));
  expect(midRunEdit.getState().refusal).toBe('fullKnob');
  expect([rtt('a'), here().branchNs]).toEqual([500, undefined]);
});

it('says that there are as many branches as there can be, and keeps them', async () => {
  await openAt(3);
  for (let count = 1; count <= MAX_BRANCHES; count++) {
    await branchHere();
    await isReady();
    expect(branchesOf(experiment.getState())).toHaveLength(count);
  }
  const before = experiment.getState();
  await branchHere();
  expect(midRunEdit.getState().refusal).toBe('full');
  expect(experiment.getState()).toBe(before);
  leaveBranch();
  expect(midRunEdit.getState().refusal).toBeUndefined();
});

it('says what of the branches in a link has nothing that it branches from', async () => {
  await openLink(`${SHORT}&branches=jedis-pool-8;*mine;far~2ms~network.rttUs:4000`);
  await isReady();
  expect(ui.getState().problems.map(({ problem }) => problem)).toEqual([
    { code: 'URL-03', path: 'branches', value: '*mine' },
  ]);
  expect(branchesOf(experiment.getState()).map(({ name }) => name)).toEqual(['far']);
});
