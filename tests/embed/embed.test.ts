// @vitest-environment happy-dom
/** The Lab as a part of another page, on the real engine: what commands do, what is refused, what is told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { obeyHost, ownQuery } from '../../src/app/embed/embed.ts';
import { openLink } from '../../src/lab/link/open.ts';
import { setSpawn } from '../../src/lab/run/engines.ts';
import { nothing, run } from '../../src/lab/run/run-state.ts';
import { experiment } from '../../src/lab/settings/experiment-state.ts';
import { getAt } from '../../src/model/scenario/patch.ts';
import { ui } from '../../src/ui/ui-state.ts';
import { inProcessEngine } from '../support/in-process.ts';

const SHORT = 'run.warmupMs=1&run.measuredMs=5';
const HOST = 'https://school.example';

interface Told {
  readonly type: string;
  readonly [name: string]: unknown;
}

let told: Told[];
let targets: Set<string>;
let leave: () => void;
const host = {
  postMessage: (message: Told, target: string) => {
    told.push(message);
    targets.add(target);
  },
} as unknown as Window;

const wait = (condition: () => boolean) =>
  vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 30_000);
const send = (data: unknown, from: { source?: unknown; origin?: string } = {}) =>
  dispatchEvent(
    new MessageEvent('message', { data, source: host as never, origin: HOST, ...(from as object) }),
  );
const lastOf = (type: string) => told.filter((message) => message.type === type).at(-1);
const answerTo = async (command: object, id = 'mine') => {
  told = told.filter((message) => message.id !== id);
  send({ roundtrip: 1, id, ...command });
  await wait(() => told.some((message) => message.id === id));
  return told.find((message) => message.id === id);
};
const setting = (side: 'a' | 'b', path: string) => getAt(experiment.getState()[side]?.scenario, path);

beforeEach(async () => {
  told = [];
  targets = new Set();
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
  ui.setState({ embed: HOST });
  leave = obeyHost(HOST, host);
  await openLink(SHORT);
  await wait(() => run.getState().status === 'ready');
});

afterEach(() => {
  leave();
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined, a: nothing, b: nothing });
  ui.setState({ embed: undefined });
});

it('says that it listens, what is on screen, and what came of both runs, to this origin alone', async () => {
  expect(told[0]).toEqual({ roundtrip: 1, type: 'ready' });
  await wait(() => ['a', 'b'].every((side) => told.some((message) => message.side === side)));
  expect(lastOf('summary')?.summary).toMatchObject({ fingerprint: expect.any(String) });
  expect(lastOf('state')).toMatchObject({
    status: 'ready',
    link: expect.stringContaining('run.measuredMs=5'),
  });
  expect([...targets]).toEqual([HOST]);
});

it('says what was there before it listens: on a slow network runs end before its program has come', async () => {
  await wait(() => ['a', 'b'].every((side) => told.some((message) => message.side === side)));
  leave();
  told = [];
  leave = obeyHost(HOST, host);
  expect(told.map(({ type, side, status }) => [type, side ?? status])).toEqual([
    ['ready', undefined],
    ['state', 'ready'],
    ['summary', 'a'],
    ['summary', 'b'],
  ]);
});

it('plays, pauses and seeks', async () => {
  expect(await answerTo({ type: 'pause' })).toMatchObject({ type: 'done' });
  expect(await answerTo({ type: 'seek', timeNs: 2_000_000 })).toMatchObject({ type: 'done' });
  await wait(() => lastOf('state')?.timeNs === 2_000_000);
  expect(lastOf('state')).toMatchObject({ isPlaying: false });
  const { endNs } = lastOf('state') as unknown as { endNs: number };
  expect(await answerTo({ type: 'seek', timeNs: endNs + 1 })).toMatchObject({
    type: 'refused',
    problems: [
      { code: 'EMB-07', path: 'timeNs', text: expect.stringContaining('after the end of the runs') },
    ],
  });
  expect(lastOf('state')?.timeNs).toBe(2_000_000);
  expect(await answerTo({ type: 'play' })).toMatchObject({ type: 'done' });
  await wait(() => lastOf('state')?.isPlaying === true);
});

it('loads a link, whole or its query, and names what is wrong with it', async () => {
  expect(
    await answerTo({ type: 'load', link: `https://x.example/#/lab?network.rttUs=250&${SHORT}` }),
  ).toEqual({
    roundtrip: 1,
    type: 'done',
    id: 'mine',
  });
  expect(setting('b', 'network.rttUs')).toBe(250);
  expect(await answerTo({ type: 'load', link: `network.rttUs=-4&${SHORT}` })).toMatchObject({
    type: 'refused',
    problems: [{ code: 'URL-02', path: 'network.rttUs', text: expect.stringContaining('-4') }],
  });
});

it('sets a knob of one side or of both, as long as the link leaves it free', async () => {
  expect(await answerTo({ type: 'set', path: 'network.rttUs', value: 300 })).toMatchObject({ type: 'done' });
  expect([setting('a', 'network.rttUs'), setting('b', 'network.rttUs')]).toEqual([300, 300]);
  await answerTo({ type: 'set', path: 'client.connections.maxTotal', value: 20, side: 'a' });
  expect(setting('a', 'client.connections.maxTotal')).toBe(20);
  ui.setState({ rules: { hide: ['network'], lock: ['seed'], only: [] } });
  for (const path of ['network.rttUs', 'seed']) {
    expect(await answerTo({ type: 'set', path, value: 9 })).toMatchObject({
      type: 'refused',
      problems: [{ code: 'EMB-04', path }],
    });
  }
  expect(setting('a', 'network.rttUs')).toBe(300);
});

it('says why a value is refused, and keeps none of it', async () => {
  expect(await answerTo({ type: 'set', path: 'network.rttUs', value: -4 })).toMatchObject({
    problems: [{ code: 'SCN-04', path: 'network.rttUs' }],
  });
  expect(await answerTo({ type: 'set', path: 'network.rtt', value: 4 })).toMatchObject({
    problems: [{ code: 'SCN-02' }],
  });
  for (const side of [experiment.getState().a, experiment.getState().b])
    expect([side?.drafts, side?.problems]).toEqual([{}, []]);
});

it('refuses to play what is not there yet', async () => {
  const { player } = run.getState();
  run.setState({ player: undefined });
  for (const type of ['play', 'pause'])
    expect(await answerTo({ type })).toMatchObject({
      type: 'refused',
      problems: [{ code: 'EMB-03', path: type }],
    });
  run.setState({ player });
});

it('answers with all it knows when asked, and with a code to what is no command', async () => {
  await wait(() => told.some(({ type }) => type === 'summary'));
  told = [];
  expect(await answerTo({ type: 'ask' })).toMatchObject({ type: 'done' });
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['state', 'summary']));
  send({ roundtrip: 9, type: 'play' });
  await wait(() => told.some(({ type }) => type === 'refused'));
  expect(lastOf('refused')).toMatchObject({ problems: [{ code: 'EMB-01' }] });
});

const lastGoal = (id: string) => told.filter(({ type, goal }) => type === 'goal' && goal === id).at(-1);
const isCounted = () =>
  wait(
    () => !run.getState().a.isStale && !run.getState().b.isStale && run.getState().a.summary !== undefined,
  );

it('watches a goal and tells how far it is, until it is reached', async () => {
  await isCounted();
  const perSec = run.getState().a.summary?.throughput.perSec ?? 0;
  const goal = { id: 'twice', value: 'qps(a)', between: [2 * perSec, null] };
  expect(await answerTo({ type: 'goal', goal })).toMatchObject({ type: 'done' });
  expect(lastGoal('twice')).toEqual({
    roundtrip: 1,
    type: 'goal',
    goal: 'twice',
    isReached: false,
    progress: 0.5,
    value: perSec,
    min: 2 * perSec,
    measuredMs: 5,
  });
  // While the change is counted, nothing is known of it.
  await answerTo({ type: 'set', path: 'network.rttUs', value: 100 });
  await wait(() => lastGoal('twice')?.isReached === true);
  expect(lastGoal('twice')).toMatchObject({ progress: 1 });
  expect(
    told
      .filter(({ goal }) => goal === 'twice')
      .map(({ isReached, value }) => [isReached, value === undefined]),
  ).toEqual([
    [false, false],
    [false, true],
    [true, false],
  ]);
  told = [];
  await answerTo({ type: 'ask' });
  expect(lastGoal('twice')).toMatchObject({ isReached: true });
  await answerTo({ type: 'goal', goal: null });
  told = [];
  await answerTo({ type: 'ask' });
  expect(lastGoal('twice')).toBeUndefined();
});

it('has a goal reached only where enough of the run is measured, by formulas over both sides and what was set', async () => {
  await isCounted();
  const long = { id: 'long', value: 'a.scenario.network.rttUs', between: [null, 1000], forMs: 10 };
  await answerTo({ type: 'goal', goal: long });
  expect(lastGoal('long')).toMatchObject({ isReached: false, progress: 0.5, measuredMs: 5, value: 1000 });
  await answerTo({ type: 'goal', goal: { id: 'less', value: 'qps(a)', between: [null, 'qps(b)'] } });
  expect(lastGoal('less')).toMatchObject({
    isReached: true,
    max: run.getState().b.summary?.throughput.perSec,
  });
  await answerTo({ type: 'set', path: 'run.measuredMs', value: 12 });
  await wait(() => lastGoal('long')?.isReached === true);
});

it.each([
  'qps(c)',
  'qps(a',
  'a',
  'constructor(a)',
  'toString(1)',
  'a.__proto__.polluted',
  'a.nothing.like.it',
  'alert(1); a.x',
  '((((('.repeat(30),
  'a.phases',
])('refuses a goal that says nothing of the runs: %s', async (value) => {
  await isCounted();
  expect(await answerTo({ type: 'goal', goal: { id: 'x', value, between: [1, null] } })).toMatchObject({
    type: 'refused',
    problems: [{ code: 'EMB-05', path: 'goal', text: expect.stringContaining(value.slice(0, 60)) }],
  });
  expect(lastGoal('x')).toBeUndefined();
});

it('refuses later what only a run can show, and more goals than are watched', async () => {
  run.setState(({ a, b }) => ({ a: { ...a, isStale: true }, b }));
  const goal = { id: 'x', value: 'a.nothing.like.it', between: [1, null] };
  expect(await answerTo({ type: 'goal', goal })).toMatchObject({ type: 'done' });
  expect(lastGoal('x')).toMatchObject({ isReached: false, progress: 0 });
  await answerTo({ type: 'set', path: 'network.rttUs', value: 100 });
  await wait(() => lastOf('refused') !== undefined);
  expect(lastOf('refused')).toMatchObject({ problems: [{ code: 'EMB-05' }] });
  for (let count = 0; count < 8; count++)
    await answerTo({ type: 'goal', goal: { id: `${count}`, value: 'qps(a)', between: [1, null] } });
  const ninth = { type: 'goal', goal: { id: '8', value: 'qps(a)', between: [1, null] } };
  expect(await answerTo(ninth)).toMatchObject({ problems: [{ code: 'EMB-06' }] });
  expect(await answerTo({ ...ninth, goal: { ...ninth.goal, id: '7' } })).toMatchObject({ type: 'done' });
});

it('does not listen to others than the page around it, at the origin that was named', async () => {
  const before = ownQuery();
  told = [];
  run.getState().player?.pause();
  send({ roundtrip: 1, id: 'other', type: 'play' }, { origin: 'https://evil.example' });
  send({ roundtrip: 1, id: 'other', type: 'play' }, { source: globalThis.window });
  send({ roundtrip: 1, id: 'other', type: 'load', link: 'a=jedis-pool-50' }, { source: null });
  await answerTo({ type: 'pause' });
  expect(told.some(({ id }) => id === 'other')).toBe(false);
  expect(run.getState().player?.playhead.playing).toBe(false);
  expect(ownQuery().replace(/&?(t|paused)=[^&]*/g, '')).toBe(before.replace(/&?(t|paused)=[^&]*/g, ''));
});

it('shares links that are not embedded', () => {
  expect(ownQuery()).not.toContain('embed');
});
