// @vitest-environment happy-dom
/** Following a request on the real engine: by number, by choice, wherever the playhead is. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compareWith, followRequest } from '../../../../src/lab/follow/follow.ts';
import { follow } from '../../../../src/lab/follow/follow-state.ts';
import {
  chosenRequest,
  compareSides,
  firstAnswered,
  firstFailed,
  followNeighbour,
  showFollowed,
  stepFollowed,
  watchFollowed,
} from '../../../../src/lab/follow/followed-requests.ts';
import { refusals, whyMissing } from '../../../../src/lab/follow/missing-request.ts';
import { presentLink } from '../../../../src/lab/link/link.ts';
import { openLink } from '../../../../src/lab/link/open.ts';
import { restartEngines, setSpawn } from '../../../../src/lab/run/engines.ts';
import { excerptBetween } from '../../../../src/lab/run/inspect.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { ledgerOf } from '../../../../src/model/analysis/ledger.ts';
import { inProcessEngine } from '../../../support/in-process.ts';
import { deep } from '../../../support/tier.ts';

/** Long enough for 5000 requests of B; in the deep tier for more than three times as many. */
const MEASURED_MS = deep ? 300 : 120;
const LONG = `run.warmupMs=1&run.measuredMs=${MEASURED_MS}`;
/** Far behind request 5000, ns. */
const LATE_NS = deep ? 250_000_000 : 110_000_000;

const wait = (condition: () => boolean) =>
  vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 30_000);
const isFound = () => follow.getState().followedTrail !== undefined;
const player = () => {
  const found = run.getState().player;
  if (!found) throw new Error('no player');
  return found;
};

beforeEach(async () => {
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
  await openLink(LONG);
  await wait(() => run.getState().status === 'ready');
  player().pause();
  player().seek(0);
  await wait(() => player().playhead.seekingNs === null);
  watchFollowed();
});

afterEach(() => {
  followRequest(undefined);
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined, played: undefined });
  setSpawn(inProcessEngine);
});

it.each(deep ? [0, 123, 5000, 17_777] : [0, 123, 5000])(
  'finds request %d from its number alone, far from the playhead',
  async (request) => {
    followRequest({ side: 'b', request });
    await wait(isFound);
    const trail = follow.getState().followedTrail;
    expect(trail?.journey.id).toBe(request);
    expect(trail?.journey.isWhole).toBe(true);
    expect(player().timeNs).toBe(0);
    const { beginNs = 0, endNs = 0 } = trail?.journey ?? {};
    expect(trail && ledgerOf(trail.journey).totalNs).toBe(endNs - beginNs);
  },
);

it('says when the run has no such request', async () => {
  followRequest({ side: 'a', request: 4_000_000_000 });
  await wait(isFound);
  expect(follow.getState().followedTrail).toBeNull();
});

it('and how far its caller has come, who never gets past an earlier one', async () => {
  // Of 200 callers at a pool of eight without turns, some have never got a connection.
  followRequest({ side: 'a', request: 287 });
  await wait(isFound);
  expect(follow.getState().followedTrail).toBeNull();
  const last = await whyMissing({ side: 'a', request: 287 }, () => true);
  expect(last).toEqual({ kind: 'caller', caller: 87, nth: 2, request: 87, lastNth: 1, isOver: false });
  followRequest({ side: 'a', request: 87 });
  await wait(isFound);
  const journey = follow.getState().followedTrail?.journey;
  expect(journey?.id).toBe(87);
  expect(journey?.isWhole).toBe(false);
  // Whoever asks for no run any more is told nothing.
  expect(await whyMissing({ side: 'a', request: 287 }, () => false)).toBeUndefined();
});

it('numbers belong to nobody where requests come by themselves', async () => {
  await openLink(
    'run.warmupMs=1&run.measuredMs=20&workload.arrivals.kind=open&workload.arrivals.ratePerSec=1000',
  );
  await wait(
    () => run.getState().status === 'ready' && run.getState().player?.tracks[0]?.layout.isOpen === true,
  );
  expect(await whyMissing({ side: 'a', request: 4_000_000 }, () => true)).toEqual({ kind: 'end' });
});

it('says of a request that was refused at once why there is nothing of it', async () => {
  // At this rate the only caller is busy nearly always, and nobody may wait for it.
  await openLink(
    'run.warmupMs=1&run.measuredMs=20&workload.arrivals.kind=open&workload.arrivals.ratePerSec=10000&workload.arrivals.callers=1&workload.arrivals.maxBacklog=0',
  );
  await wait(() => run.getState().status === 'ready' && (run.getState().a.summary?.requests.shed ?? 0) > 0);
  followRequest({ side: 'a', request: 0 });
  await wait(isFound);
  expect(follow.getState().followedTrail?.journey.id).toBe(0);
  followRequest({ side: 'a', request: 1 });
  await wait(isFound);
  expect(follow.getState().followedTrail).toBeNull();
  expect(await whyMissing({ side: 'a', request: 1 }, () => true)).toEqual({ kind: 'refused', by: ['shed'] });
});

it('names whatever can refuse a request at once, where the figures do not say which did', async () => {
  await openLink(
    'run.warmupMs=1&run.measuredMs=20&a.client.connections.blockWhenExhausted=false&b.client.io.requestQueueSize=1',
  );
  await wait(() => run.getState().status === 'ready');
  const { a, b } = run.getState().played ?? {};
  if (!a || !b) throw new Error('nothing is played');
  expect(refusals(a.scenario, undefined)).toEqual(['poolExhausted']);
  expect(refusals(b.scenario, undefined)).toEqual(['queueFull']);
});

it('keeps what is followed when the show goes elsewhere, and goes back to it', async () => {
  followRequest({ side: 'b', request: 5000 });
  await wait(isFound);
  const { followedTrail } = follow.getState();
  player().seek(LATE_NS);
  await wait(() => player().playhead.seekingNs === null);
  expect(follow.getState().followedTrail).toBe(followedTrail);
  const begin = followedTrail?.journey.beginNs ?? 0;
  expect(await showFollowed()).toBe(true);
  await wait(() => player().playhead.seekingNs === null);
  expect(player().timeNs).toBe(begin);
  expect(await showFollowed(), 'it is shown already').toBe(false);
  await stepFollowed(1);
  await wait(() => player().playhead.seekingNs === null);
  expect(player().timeNs).toBe(followedTrail?.journey.legs[0]?.toNs);
  await stepFollowed(-1);
  await wait(() => player().playhead.seekingNs === null);
  expect(player().timeNs).toBe(begin);
});

it('compares with the same request of the other side, which takes place at another time', async () => {
  followRequest({ side: 'b', request: 5000 });
  await wait(isFound);
  compareSides();
  await wait(() => follow.getState().comparedTrail !== undefined);
  const { followedTrail, comparedTrail, compared } = follow.getState();
  expect(compared).toEqual({ side: 'a', request: 5000 });
  expect(comparedTrail?.journey.caller).toBe(followedTrail?.journey.caller);
  expect(comparedTrail?.journey.beginNs).not.toBe(followedTrail?.journey.beginNs);
});

it('chooses among what has been seen', async () => {
  expect(await chosenRequest('b', 'slowest')).toBeUndefined();
  // What is answered first is known all the same, and the playhead stays.
  const first = await firstAnswered('b');
  expect(first?.side).toBe('b');
  expect(player().timeNs).toBe(0);
  player().seek(20_000_000);
  await wait(() => player().playhead.seekingNs === null);
  const slowest = await chosenRequest('b', 'slowest');
  const median = await chosenRequest('b', 'median');
  if (!slowest || !median) throw new Error('nothing to choose from');
  followRequest(median);
  compareWith(slowest);
  await wait(() => isFound() && follow.getState().comparedTrail !== undefined);
  const { followedTrail, comparedTrail } = follow.getState();
  const [one, other] = [followedTrail, comparedTrail].map((trail) =>
    trail ? ledgerOf(trail.journey).totalNs : 0,
  );
  expect(one).toBeGreaterThan(0);
  expect(other).toBeGreaterThanOrEqual(one ?? 0);
  await followNeighbour(1);
  expect(follow.getState().followed?.request).not.toBe(median.request);
});

it('chooses among the last ones before a moment that the show has jumped to', async () => {
  run.setState({ player: undefined });
  await openLink('run.warmupMs=1&run.measuredMs=300&t=150ms&paused=1');
  await wait(() => run.getState().player?.timeNs === 150_000_000);
  const slowest = await chosenRequest('b', 'slowest');
  followRequest(slowest);
  await wait(isFound);
  expect(follow.getState().followedTrail?.journey.endNs).toBeLessThanOrEqual(150_000_000);
  expect(follow.getState().followedTrail?.journey.endNs).toBeGreaterThan(100_000_000);
});

it('chooses no request that has failed, and finds the first of those where none is answered', async () => {
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined, played: undefined });
  await openLink(
    'run.warmupMs=1&run.measuredMs=60&a.client.connections.maxWaitMs=1&b.client.io.replyTimeoutMs=1&network.rttUs=5000&workload.arrivals.callers=40&t=50ms',
  );
  await wait(() => run.getState().status === 'ready');
  player().pause();
  expect(await chosenRequest('b', 'slowest')).toBeUndefined();
  expect(await firstAnswered('b')).toBeUndefined();
  const slowest = await chosenRequest('a', 'slowest');
  followRequest(slowest);
  await wait(isFound);
  expect(follow.getState().followedTrail?.journey).toMatchObject({ isWhole: true, failure: undefined });
  followRequest(await firstFailed('b'));
  await wait(isFound);
  expect(follow.getState().followedTrail?.journey).toMatchObject({ isWhole: true, failure: 'replyTimeout' });
});

it('looks again when another run is played', async () => {
  followRequest({ side: 'b', request: 5000 });
  await wait(isFound);
  const before = follow.getState().followedTrail?.journey.beginNs;
  // Only what the link names is followed on.
  await openLink('run.warmupMs=1&run.measuredMs=300&network.rttUs=3000&follow=b:5000');
  await wait(() => isFound() && follow.getState().followedTrail?.journey.beginNs !== before);
  expect(follow.getState().followedTrail?.journey.id).toBe(5000);
});

it('ends a look without an answer, and without an error, when its engine is closed meanwhile', async () => {
  const look = excerptBetween('b', LATE_NS, LATE_NS + 10_000_000, () => true);
  // Closed while it is at work: before, another would have been started.
  await new Promise((resolve) => setTimeout(resolve, 1));
  restartEngines();
  expect(await look).toBeUndefined();
});

it('is in the link, and so is the one that it is compared with: both are there again', async () => {
  followRequest({ side: 'b', request: 5000 });
  compareWith({ side: 'a', request: 17 });
  const { follow: one, compare } = presentLink()?.view ?? {};
  expect([one, compare]).toEqual([
    { side: 'b', request: 5000 },
    { side: 'a', request: 17 },
  ]);
  followRequest(undefined);
  await openLink(`${LONG}&follow=b:5000&compare=a:17&paused=1`);
  await wait(() => run.getState().status === 'ready' && isFound());
  await wait(() => follow.getState().comparedTrail !== undefined);
  expect(follow.getState().followedTrail?.journey.id).toBe(5000);
  expect(follow.getState().comparedTrail?.journey.id).toBe(17);
  await openLink(`${LONG}&follow=b:5000&paused=1`);
  expect(follow.getState().compared).toBeUndefined();
});
