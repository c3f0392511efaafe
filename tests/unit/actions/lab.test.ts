// @vitest-environment happy-dom
/** The Lab without its views, on the real engine: what becomes of links, edits, files and failures. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareWith, followRequest } from '../../../src/lab/follow/follow.ts';
import { follow } from '../../../src/lab/follow/follow-state.ts';
import { watchFollowed } from '../../../src/lab/follow/followed-requests.ts';
import { presentHash, presentLink } from '../../../src/lab/link/link.ts';
import { mendLink } from '../../../src/lab/link/link-problems.ts';
import { openLink, retry } from '../../../src/lab/link/open.ts';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { playhead, run } from '../../../src/lab/run/run-state.ts';
import { shownProcess } from '../../../src/lab/run/shown-process.ts';
import {
  choosePreset,
  copySide,
  drawNewSeed,
  dropDraft,
  edit,
  swapSides,
} from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { readFile } from '../../../src/lab/settings/file.ts';
import { resetKnob, takeNearest } from '../../../src/lab/settings/knob.ts';
import { openText, scenarioText } from '../../../src/lab/settings/scenario-text.ts';
import type { EngineClient } from '../../../src/model/workers/client.ts';
import { ui } from '../../../src/ui/ui-state.ts';
import { inProcessEngine } from '../../support/in-process.ts';
import { closeLab, isCounted, isReady, openShortLab, SHORT, value, wait } from '../../support/short-lab.ts';

beforeEach(openShortLab);

afterEach(closeLab);

describe('a link', () => {
  it('keeps the response time that is aimed at', async () => {
    await openLink(`${SHORT}&slo=1500us`);
    expect(ui.getState().sloNs).toBe(1_500_000);
    expect(await presentHash()).toContain('slo=1.5ms');
    await openLink(SHORT);
    expect(await presentHash()).not.toContain('slo');
  });

  it('becomes two scenarios, a player and two summaries', async () => {
    expect(run.getState().player?.tracks.map(({ id }) => id)).toEqual(['a', 'b']);
    await wait(isCounted);
    const [a, b] = [run.getState().a.summary, run.getState().b.summary];
    expect(a?.throughput.perSec).toBeLessThan(b?.throughput.perSec ?? 0);
    expect(playhead.getState().now).toBeDefined();
  });

  it('tells charts of a tick with the frame after it, and of an action at once', async () => {
    const { player } = run.getState();
    if (!player) throw new Error('no player');
    player.setSpeed(50_000);
    const seen: boolean[] = [];
    const end = player.subscribe(() => {
      // The state's own listener came before this one.
      if (player.playhead.cause === 'tick') seen.push(playhead.getState().now === player.playhead);
    });
    player.play();
    expect(playhead.getState().now).toBe(player.playhead);
    await wait(() => seen.length >= 3);
    expect(new Set(seen)).toEqual(new Set([false]));
    await wait(() => playhead.getState().now === player.playhead && player.playhead.cause === 'tick');
    end();
    player.pause();
    expect(playhead.getState().now).toBe(player.playhead);
  });

  it('has its own moment, also when the pair of the one before is there just before its own', async () => {
    let gate = Promise.resolve();
    let open = () => {};
    setSpawn(() => {
      const client = inProcessEngine();
      return { ...client, normalize: (json) => gate.then(() => client.normalize(json)) };
    });
    await openLink(SHORT);
    await wait(isReady);
    await edit(['a'], { 'network.rttUs': 300 });
    expect(isReady()).toBe(false);
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const opening = openLink(`a=cluster-6&${SHORT}&t=2ms&paused=1`);
    await wait(isReady);
    open();
    await opening;
    await wait(isReady);
    const { player } = run.getState();
    expect(value('a', 'server.nodes')).toBe(6);
    await wait(() => player?.timeNs === 2_000_000);
    expect(player?.playhead.playing).toBe(false);
  });

  it('is written into the address while one changes things', async () => {
    await edit(['a', 'b'], { 'network.rttUs': 300 });
    await edit(['a'], { 'client.connections.maxTotal': 9 });
    expect(location.hash).toContain('network.rttUs=300&a.client.connections.maxTotal=9');
    expect(location.hash).toBe(await presentHash());
  });

  it('leaves wrong values out and says which', async () => {
    await openLink(`${SHORT}&network.rttUs=-4&b.client.core=3&seed=9`);
    expect(
      ui.getState().problems.map(({ problem, sides }) => `${problem.code} ${problem.path} ${sides}`),
    ).toEqual(['URL-02 network.rttUs a,b', 'URL-11 client.core b']);
    expect([value('a', 'network.rttUs'), value('b', 'seed')]).toEqual([1000, 9]);
    expect(experiment.getState().a?.drafts).toEqual({});
    const [first] = ui.getState().problems;
    if (first) await mendLink(first);
    expect([value('a', 'network.rttUs'), value('b', 'network.rttUs')]).toEqual([0, 0]);
    expect(ui.getState().problems).toHaveLength(1);
  });

  it('names what looks like a side as it is written, and offers a whole number for a broken one', async () => {
    await openLink(`${SHORT}&a.b.c=1&b.a=2&b.client.cores=3.4`);
    expect(
      ui.getState().problems.map(({ problem, sides }) => `${problem.code} ${problem.path} ${sides}`),
    ).toEqual(['URL-11 a.b.c a', 'URL-11 b.a b', 'SCN-03 client.cores b']);
    const broken = ui.getState().problems[2];
    if (broken) await mendLink(broken);
    expect(value('b', 'client.cores')).toBe(3);
  });

  it('says of an empty text and of an empty file that it is empty', async () => {
    await openLink(SHORT);
    expect(await openText('a', ' \n')).toEqual([{ code: 'FILE-04', path: '' }]);
    expect(await readFile(new File([], 'mine.json'))).toEqual({
      code: 'FILE-04',
      path: '',
      value: 'mine.json',
    });
  });

  it('says which knob is meant by the name that people use, on each side its own, and sets it', async () => {
    await openLink(`${SHORT}&conections=5&b.rtt=300&pool=50000`);
    expect(
      ui
        .getState()
        .problems.map(({ problem, fixes }) => [
          `${problem.code} ${problem.path} ${problem.suggestion}`,
          ...fixes.map(({ side, path, value: to }) => `${side}.${path}=${to}`),
        ]),
    ).toEqual([
      [
        'URL-11 conections client.connections.maxTotal',
        'a.client.connections.maxTotal=5',
        'b.client.connections.count=5',
      ],
      ['URL-11 pool client.connections.maxTotal', 'a.client.connections.maxTotal=10000'],
      ['URL-11 rtt network.rttUs', 'b.network.rttUs=300'],
    ]);
    for (const problem of ui.getState().problems.filter((each) => each.problem.path !== 'pool'))
      await mendLink(problem);
    expect([
      value('a', 'client.connections.maxTotal'),
      value('b', 'client.connections.count'),
      value('a', 'network.rttUs'),
      value('b', 'network.rttUs'),
    ]).toEqual([5, 5, 1000, 300]);
    expect(ui.getState().problems.map(({ problem }) => problem.path)).toEqual(['pool']);
  });
});

describe('an edit', () => {
  it('shows a new pair at the moment that was on screen', async () => {
    const { player } = run.getState();
    player?.pause();
    player?.seek(700_000);
    await wait(() => player?.timeNs === 700_000);
    await edit(['a', 'b'], { 'network.rttUs': 400 });
    await wait(() => run.getState().player !== player && isReady());
    expect(run.getState().player?.timeNs).toBe(700_000);
    expect(run.getState().player?.playhead.playing).toBe(false);
  });

  it('does not lose what is asked of the player meanwhile', async () => {
    const { player } = run.getState();
    player?.pause();
    player?.seek(700_000);
    await wait(() => player?.timeNs === 700_000);
    await edit(['a', 'b'], { 'network.rttUs': 400 });
    // Far beyond what is recorded: the old player cannot get there any more.
    player?.seek(4_000_000);
    player?.setSpeed(50_000);
    player?.play();
    player?.pause();
    await wait(() => run.getState().player !== player && isReady());
    const next = run.getState().player;
    await wait(() => next?.timeNs === 4_000_000);
    expect(next?.playhead).toMatchObject({ playing: false, speed: 50_000 });
  });

  it('marks the figures as old until the new ones are there', async () => {
    await wait(isCounted);
    const before = run.getState().a.summary;
    await edit(['a'], { 'client.connections.maxTotal': 20 });
    expect(run.getState().a).toMatchObject({ isStale: true, summary: before });
    await wait(isCounted);
    expect(run.getState().a.summary?.throughput.perSec).toBeGreaterThan(before?.throughput.perSec ?? 0);
  });

  it('that is refused keeps what was given, the reason, and the last good scenario', async () => {
    await edit(['a'], { 'client.connections.maxTotal': 0 });
    const side = () => experiment.getState().a;
    expect(side()?.drafts).toEqual({ 'client.connections.maxTotal': 0 });
    expect(side()?.problems).toMatchObject([{ code: 'SCN-04', nearest: 1 }]);
    expect(value('a', 'client.connections.maxTotal')).toBe(8);
    // Everything else still takes effect.
    await edit(['a'], { 'client.cores': 4 });
    expect(value('a', 'client.cores')).toBe(4);
    expect(side()?.drafts).toEqual({ 'client.connections.maxTotal': 0 });
    const [problem] = side()?.problems ?? [];
    if (problem) await takeNearest(['a'], problem);
    expect(value('a', 'client.connections.maxTotal')).toBe(1);
    expect(side()).toMatchObject({ drafts: {}, problems: [] });
  });

  it('that is half of a combination waits for the other half', async () => {
    await edit(['b'], { 'client.io.kind': 'blocking' });
    expect(experiment.getState().b?.problems).toMatchObject([{ code: 'SCN-08' }]);
    expect(value('b', 'client.io.kind')).toBe('eventLoops');
    await edit(['b'], { 'client.connections.kind': 'pooled' });
    expect([value('b', 'client.io.kind'), value('b', 'client.connections.kind')]).toEqual([
      'blocking',
      'pooled',
    ]);
    expect(experiment.getState().b?.drafts).toEqual({});
  });

  it('can be taken back', async () => {
    await edit(['a'], { 'client.cores': 'many' });
    dropDraft('a', 'client.cores');
    expect(experiment.getState().a).toMatchObject({ drafts: {}, problems: [] });
    await edit(['a'], { 'client.cores': 2 });
    await resetKnob(['a'], 'client.cores');
    expect(value('a', 'client.cores')).toBe(8);
  });

  it('of a quickly moved slider ends at the last value', async () => {
    await Promise.all([1, 2, 3, 4, 5].map((rttUs) => edit(['a', 'b'], { 'network.rttUs': rttUs * 100 })));
    await wait(() => value('a', 'network.rttUs') === 500 && value('b', 'network.rttUs') === 500);
    await wait(isReady);
    await wait(isCounted);
  });
});

describe('the pair', () => {
  it('can be exchanged, made equal, and given other luck', async () => {
    swapSides();
    expect(value('a', 'client.io.kind')).toBe('eventLoops');
    copySide('a');
    expect(experiment.getState().b?.scenario).toEqual(experiment.getState().a?.scenario);
    await drawNewSeed();
    expect(value('a', 'seed')).not.toBe(1);
    expect(value('b', 'seed')).toBe(value('a', 'seed'));
    expect(presentLink()?.a.preset).toBe('lettuce-shared');
  });

  it('is exchanged with the requests that are followed and compared: they stay what they are', async () => {
    watchFollowed();
    followRequest({ side: 'a', request: 20 });
    compareWith({ side: 'b', request: 30 });
    const trails = () => [follow.getState().followedTrail, follow.getState().comparedTrail];
    const known = () => trails().every((trail) => trail);
    await wait(known);
    const ways = () => trails().map((trail) => trail?.journey.legs);
    const before = ways();
    const seen: unknown[] = [];
    const stop = follow.subscribe(() => seen.push(...ways()));
    const old = trails();
    swapSides();
    expect(presentLink()?.view).toMatchObject({
      follow: { side: 'b', request: 20 },
      compare: { side: 'a', request: 30 },
    });
    // Looked up anew in the runs that are shown then, and the same all the while.
    await wait(() => isReady() && trails().every((trail, i) => trail && trail !== old[i]));
    stop();
    expect(ways()).toEqual(before);
    for (const way of seen) expect(before).toContainEqual(way);
    followRequest(undefined);
  });

  it('keeps the shown process of a fleet in its link', async () => {
    expect(presentLink()?.view).not.toHaveProperty('process');
    shownProcess.setState({ a: 0, b: 3 });
    expect(presentLink()?.view).toMatchObject({ process: { a: 0, b: 3 } });
    shownProcess.setState(shownProcess.getInitialState());
  });

  it('is exchanged with the lanes and the thread that are looked at', () => {
    const span = [1000, 2000] as const;
    focus.setState({ lanes: { side: 'a', span }, thread: { side: 'b', lane: 2 } });
    swapSides();
    expect(focus.getState()).toMatchObject({ lanes: { side: 'b', span }, thread: { side: 'a', lane: 2 } });
    expect(presentLink()?.view).toMatchObject({ lanes: { side: 'b', span } });
    focus.setState({ lanes: undefined, thread: undefined });
  });

  it('is changed in what was chosen before, however long that takes to come', async () => {
    const chosen = [choosePreset('a', 'go-pool-8'), choosePreset('a', 'jedis-pool-50')];
    await edit(['a'], { 'network.rttUs': 700 });
    await Promise.all(chosen);
    expect(experiment.getState().a?.preset).toBe('jedis-pool-50');
    expect(value('a', 'client.connections.maxTotal')).toBe(50);
    expect(value('a', 'network.rttUs')).toBe(700);
  });
});

describe('a text', () => {
  it('becomes the scenario of one side, and comes back as a file', async () => {
    expect(await openText('b', '{"network": {"rttUs": 5}}')).toEqual([]);
    expect([value('a', 'network.rttUs'), value('b', 'network.rttUs')]).toEqual([1000, 5]);
    expect(JSON.parse(scenarioText('b'))).toEqual(experiment.getState().b?.scenario);
  });

  it('that is wrong changes nothing', async () => {
    const before = experiment.getState().b;
    expect(await openText('b', '{"network":\n {"rttUs": 1000')).toMatchObject([{ code: 'SCN-01', line: 2 }]);
    expect(experiment.getState().b).toBe(before);
  });

  it('that is no text, or far too long, is refused by name', async () => {
    expect(await readFile(new File(['{}'], 'a.json'))).toBe('{}');
    expect(await readFile(new File([' '.repeat(300_000)], 'a.json'))).toMatchObject({ code: 'FILE-02' });
    const broken = { size: 1, text: () => Promise.reject(new Error('gone')) } as unknown as File;
    expect(await readFile(broken)).toMatchObject({ code: 'FILE-01' });
  });
});

describe('an engine that fails', () => {
  it('leaves the last picture and says why; trying again starts a new one', async () => {
    const { player } = run.getState();
    const broken = (): EngineClient => ({
      ...inProcessEngine(),
      open: () => Promise.reject(new Error('panicked at sim.rs:1: boom')),
    });
    setSpawn(broken);
    await edit(['a'], { 'client.cores': 4 });
    await wait(() => run.getState().status === 'failed');
    expect(run.getState()).toMatchObject({
      failure: { code: 'ENG-01', detail: 'panicked at sim.rs:1: boom' },
      player,
    });
    setSpawn(inProcessEngine);
    retry();
    await wait(isReady);
    expect(run.getState().failure).toBeUndefined();
    expect(value('a', 'client.cores')).toBe(4);
  });

  it('is told apart from one that is forbidden', async () => {
    const refused = Object.assign(new Error('Wasm code generation disallowed by embedder'), {
      name: 'CompileError',
    });
    setSpawn(() => ({ ...inProcessEngine(), normalize: () => Promise.reject(refused) }));
    await openLink('');
    expect(run.getState().failure).toMatchObject({ code: 'WASM-01' });
  });
});
