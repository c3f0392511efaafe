// @vitest-environment happy-dom
/** Branches of branches: what runs, what is kept, what a link brings back. On the real engine. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCsv } from '../../../src/charts/export.ts';
import {
  branchesOf,
  branchFrom,
  branchHere,
  bringBack,
  deleteBranch,
  leaveBranch,
  renameBranch,
  showBranch,
} from '../../../src/lab/branch/branch.ts';
import { midRunEdit, NO_MID_RUN_EDIT } from '../../../src/lab/branch/mid-run-edit-state.ts';
import { presentLink } from '../../../src/lab/link/link.ts';
import { openLink } from '../../../src/lab/link/open.ts';
import { profileCpu } from '../../../src/lab/profile/profile.ts';
import { courseOf } from '../../../src/lab/run/course.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { excerptBetween } from '../../../src/lab/run/inspect.ts';
import { presentProvenance } from '../../../src/lab/run/provenance.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { choosePreset, copySide, drawNewSeed, edit } from '../../../src/lab/settings/edit.ts';
import { experiment, SIDES } from '../../../src/lab/settings/experiment-state.ts';
import type { Scenario } from '../../../src/model/scenario/generated/scenario.ts';
import { getAt } from '../../../src/model/scenario/patch.ts';
import type { SideName } from '../../../src/model/scenario/problem.ts';
import { writeLink } from '../../../src/model/scenario/url.ts';
import { ui } from '../../../src/ui/ui-state.ts';
import { inProcessEngine } from '../../support/in-process.ts';

const SHORT = 'a=jedis-pool-8&b=jedis-pool-8&run.warmupMs=1&run.measuredMs=9&paused=1';
const isReady = () => vi.waitFor(() => expect(run.getState().status).toBe('ready'), 30_000);
const isCounted = () =>
  vi.waitFor(() => {
    const { a, b } = run.getState();
    expect([a.isStale, b.isStale, a.progress, b.progress]).toEqual([false, false, 1, 1]);
  }, 30_000);

async function goTo(ms: number): Promise<void> {
  await isReady();
  run.getState().player?.seek(ms * 1e6);
  await vi.waitFor(() => expect(run.getState().player?.timeNs).toBe(ms * 1e6), 30_000);
}

/** What a side runs: round-trip time and size of the pool, and from when on. */
async function legsOf(side: SideName): Promise<(readonly [number, unknown, unknown])[]> {
  const course = await courseOf(side, 'shown');
  if (!course) return [];
  const told = (atMs: number, { network, client }: Scenario) =>
    [atMs, network?.rttUs, getAt(client, 'connections.maxTotal')] as const;
  return [
    told(0, course.scenario),
    ...(course.changes ?? []).map(({ atNs, scenario }) => told(atNs / 1e6, scenario)),
  ];
}

const told = () =>
  branchesOf(experiment.getState()).map(({ name, parent, side, atNs }) => [name, parent, side, atNs / 1e6]);

const numbers = () => branchesOf(experiment.getState()).map(({ number }) => number);

/** At 3 ms a pool of 20, from that at 5 ms a shorter way. */
async function forkTheFork(): Promise<void> {
  await openLink(SHORT);
  await goTo(3);
  await branchHere();
  await isReady();
  await edit(['b'], { 'client.connections.maxTotal': 20 });
  await goTo(5);
  await branchFrom(0);
  await isReady();
  await edit(['b'], { 'network.rttUs': 200 });
  await isReady();
}

beforeEach(() => {
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
  midRunEdit.setState(NO_MID_RUN_EDIT);
});
afterEach(() => {
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
  experiment.setState({ branchNs: undefined, earlier: [], branches: undefined });
});

describe('a branch of a branch', () => {
  it('changes on the way twice, and what it leaves is on A', async () => {
    await forkTheFork();
    const first = [0, 1000, 8] as const;
    expect(await legsOf('a')).toEqual([first, [3, 1000, 20]]);
    expect(await legsOf('b')).toEqual([first, [3, 1000, 20], [5, 200, 20]]);
    expect(told()).toEqual([
      ['', undefined, 'a', 3],
      ['', 0, 'b', 5],
    ]);
  });

  it('is what it leaves until then, span by span', async () => {
    await forkTheFork();
    const until = async (side: SideName, toNs: number) => {
      const excerpt = await excerptBetween(side, 0, 10e6, () => true);
      if (!excerpt) throw new Error('nothing is recorded');
      const { ofRequest, start, end, kind } = excerpt;
      return [...ofRequest.values()]
        .flat()
        .filter((i) => (end[i] as number) <= toNs)
        .map((i) => [start[i], end[i], kind[i]].join());
    };
    const [a, b] = [await until('a', 5e6), await until('b', 5e6)];
    expect(a.length).toBeGreaterThan(100);
    expect(b).toEqual(a);
    expect(await until('b', 9e6)).not.toEqual(await until('a', 9e6));
  });

  it('is measured from where it begins, as what it leaves is', async () => {
    await forkTheFork();
    for (const side of ['a', 'b'] as const) {
      const course = await courseOf(side, 'counted');
      expect(course?.scenario.run).toMatchObject({ warmupMs: 5, measuredMs: 5 });
    }
    await isCounted();
    const { a, b } = run.getState();
    expect(b.summary?.throughput.perSec).toBeGreaterThan(2 * (a.summary?.throughput.perSec ?? 0));
    for (const side of SIDES) {
      const profile = await profileCpu(side, () => true);
      expect([profile?.fromNs, profile?.toNs, profile?.requests]).toEqual([
        5e6,
        10e6,
        run.getState()[side].summary?.requests.completed,
      ]);
    }
  });

  it('is in a link, which shows the same again', async () => {
    await forkTheFork();
    renameBranch(0, 'large');
    const [link, a, b, tree] = [presentLink(), await legsOf('a'), await legsOf('b'), told()];
    if (!link) throw new Error('there is no link');
    const query = writeLink(link);
    expect(query).toContain(
      `branches=${encodeURIComponent('jedis-pool-8;large~3ms!~client.connections.maxTotal:20;*')}`,
    );
    await openLink('');
    await isReady();
    expect(experiment.getState().earlier).toEqual([]);
    await openLink(query);
    await isReady();
    expect([await legsOf('a'), await legsOf('b'), told()]).toEqual([a, b, tree]);
    expect(ui.getState().problems).toEqual([]);
    expect(writeLink(presentLink() ?? link)).toBe(query);
  });

  it('says in a table what becomes of the systems, and when', async () => {
    await forkTheFork();
    const csv = toCsv({ caption: '', columns: [], rows: [] }, await presentProvenance('t', 'c', ['a', 'b']));
    const lines = csv.split('\r\n').filter((line) => line.startsWith('# scenario'));
    expect(lines.map((line) => line.replace(/: \{.*/, ''))).toEqual([
      '# scenario A',
      '# scenario A from 3000000 ns on',
      '# scenario B',
      '# scenario B from 3000000 ns on',
      '# scenario B from 5000000 ns on',
    ]);
    expect(lines[0]).toContain('"maxTotal":8');
    expect(lines[4]).toContain('"rttUs":200');
  });
});

describe('the tree', () => {
  it('shows any branch, with what it leaves', async () => {
    await forkTheFork();
    await showBranch(0);
    await isReady();
    expect([await legsOf('a'), await legsOf('b')]).toEqual([
      [[0, 1000, 8]],
      [
        [0, 1000, 8],
        [3, 1000, 20],
      ],
    ]);
    await showBranch(1);
    await isReady();
    expect(await legsOf('b')).toEqual([
      [0, 1000, 8],
      [3, 1000, 20],
      [5, 200, 20],
    ]);
  });

  it('keeps what is changed of a branch on A', async () => {
    await forkTheFork();
    await edit(['a'], { 'client.connections.maxTotal': 30 });
    await isReady();
    await showBranch(0);
    await isReady();
    expect((await legsOf('b')).at(-1)).toEqual([3, 1000, 30]);
  });

  it('leaves, before a branch has begun, what that leaves', async () => {
    await forkTheFork();
    await goTo(2);
    await branchFrom(1);
    await isReady();
    expect(told().at(-1)).toEqual(['', undefined, 'b', 2]);
    expect(await legsOf('a')).toEqual([[0, 1000, 8]]);
  });

  it('has a moment to leave a run, or says that there is none', async () => {
    await openLink(SHORT);
    await goTo(0);
    await branchHere();
    expect(midRunEdit.getState().refusal).toBe('moment');
    expect(experiment.getState().branchNs).toBeUndefined();
  });

  it('ends where the run is made so short that it is over before: both sides run from the start then', async () => {
    await forkTheFork();
    await edit(SIDES, { 'run.measuredMs': 4 });
    await isReady();
    expect(run.getState().failure).toBeUndefined();
    expect(midRunEdit.getState().refusal).toBe('cut');
    expect(await legsOf('a')).toEqual([[0, 1000, 8]]);
    expect(await legsOf('b')).toEqual([[0, 200, 20]]);
    await isCounted();
    expect(run.getState().a.summary?.windowUs).toBe(4000);
    // The other one is kept, and is not shown before there is something of it.
    expect(told()).toEqual([['', undefined, undefined, 3]]);
    await edit(SIDES, { 'run.measuredMs': 1 });
    await showBranch(0);
    expect([midRunEdit.getState().refusal, experiment.getState().branchNs]).toEqual(['late', undefined]);
    await edit(SIDES, { 'run.measuredMs': 3 });
    await showBranch(0);
    await isReady();
    expect([midRunEdit.getState().refusal, experiment.getState().branchNs]).toEqual([undefined, 3e6]);
    expect(await legsOf('b')).toEqual([
      [0, 1000, 8],
      [3, 1000, 20],
    ]);
  });

  it('forgets a branch with what comes from it, not what is on screen, and takes that back', async () => {
    await forkTheFork();
    deleteBranch(0);
    expect(told()).toHaveLength(2);
    await goTo(4);
    await branchFrom(undefined);
    await isReady();
    const before = told();
    deleteBranch(0);
    expect(told()).toEqual([['', undefined, 'b', 4]]);
    expect(midRunEdit.getState().forgotten?.count).toBe(2);
    expect(numbers()).toEqual([3]);
    bringBack();
    expect(told()).toEqual(before);
    expect(numbers()).toEqual([1, 2, 3]);
    expect(midRunEdit.getState().forgotten).toBeUndefined();
  });

  it('gives the number of a forgotten branch to no other one, also after a link', async () => {
    await forkTheFork();
    await goTo(4);
    await branchFrom(undefined);
    await isReady();
    await goTo(6);
    await branchFrom(undefined);
    await isReady();
    deleteBranch(2);
    expect(numbers()).toEqual([1, 2, 4]);
    await showBranch(0);
    await isReady();
    deleteBranch(2);
    expect(numbers()).toEqual([1, 2]);
    const link = presentLink();
    if (!link) throw new Error('there is no link');
    await openLink('');
    await isReady();
    await openLink(writeLink(link));
    await goTo(5);
    expect(ui.getState().problems).toEqual([]);
    await branchHere();
    await isReady();
    expect(numbers()).toEqual([1, 2, 5]);
  });

  it('is kept when B is left: A is the run from the start again', async () => {
    await forkTheFork();
    leaveBranch();
    await isReady();
    expect([await legsOf('a'), await legsOf('b')]).toEqual([[[0, 1000, 8]], [[0, 200, 20]]]);
    expect(told()).toEqual([['', undefined, undefined, 3]]);
  });

  it('keeps a branch that is left while others come from it', async () => {
    await forkTheFork();
    await showBranch(0);
    await isReady();
    await choosePreset('b', 'lettuce-shared');
    await isReady();
    expect(told()).toEqual([
      ['', undefined, undefined, 3],
      ['', 0, undefined, 5],
    ]);
    await showBranch(1);
    await isReady();
    expect((await legsOf('b')).at(-1)).toEqual([5, 200, 20]);
  });

  it('gives way to a comparison with what A has become', async () => {
    await forkTheFork();
    copySide('a');
    await isReady();
    expect([await legsOf('a'), await legsOf('b')]).toEqual([[[0, 1000, 20]], [[0, 1000, 20]]]);
  });

  it('has one luck', async () => {
    await forkTheFork();
    await drawNewSeed();
    await isReady();
    const [a, b] = [await courseOf('a', 'shown'), await courseOf('b', 'shown')];
    const seeds = [a, b].flatMap((course) => [
      course?.scenario,
      ...(course?.changes ?? []).map(({ scenario }) => scenario),
    ]);
    expect(seeds).toHaveLength(5);
    expect(new Set(seeds.map((scenario) => scenario?.seed)).size).toBe(1);
  });
});

it('a link whose tree changes what cannot be says what, and shows the rest', async () => {
  const tree = 'jedis-pool-8;~3ms!~client.connections.maxTotal:-5~network.rttUs:400;*';
  await openLink(`${SHORT}&branch=5ms&b.network.rttUs=200&branches=${encodeURIComponent(tree)}`);
  await isReady();
  expect(ui.getState().problems.map(({ problem }) => [problem.code, problem.path])).toEqual([
    ['URL-02', 'client.connections.maxTotal'],
  ]);
  expect((await legsOf('b')).map(([atMs, rtt]) => [atMs, rtt])).toEqual([
    [0, 1000],
    [3, 400],
    [5, 200],
  ]);
});
