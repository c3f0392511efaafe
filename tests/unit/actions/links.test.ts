// @vitest-environment happy-dom
/** Links on the real engine: what one leaves of what was on screen before, and what is said of what cannot be used. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../../../src/lab/follow/follow-state.ts';
import { presentHash, takeAddress } from '../../../src/lab/link/link.ts';
import { writeInstead } from '../../../src/lab/link/link-words.ts';
import { openLink } from '../../../src/lab/link/open.ts';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { choosePair } from '../../../src/lab/settings/edit.ts';
import { calls } from '../../../src/lab/stage-view/calls-state.ts';
import { lookAtConnection } from '../../../src/lab/stage-view/calls-view.ts';
import { ui } from '../../../src/ui/ui-state.ts';
import { closeLab, isCounted, isReady, openShortLab, SHORT, value, wait } from '../../support/short-lab.ts';

/** What has been counted chooses the speed, within the same turn. */
const shown = async () => {
  await wait(() => isReady() && isCounted());
  await new Promise((done) => setTimeout(done));
};

beforeEach(openShortLab);

afterEach(closeLab);

describe('a link', () => {
  it('means the same after another one as by itself', async () => {
    const seen = async () => {
      await shown();
      const { panel, tab, zoom, sync, isElastic, split, sloNs, speed } = ui.getState();
      const { followed, compared } = follow.getState();
      const { thread, zooms, marks, selected } = focus.getState();
      const { playing, speed: played } = run.getState().player?.playhead ?? {};
      return {
        ...{
          panel,
          tab,
          zoom,
          sync,
          isElastic,
          split,
          sloNs,
          speed,
          followed,
          compared,
          thread,
          zooms,
          marks,
        },
        ...{ selected, playing, played, chosen: calls.getState() },
      };
    };
    const plain = `${SHORT}&a=go-redis&b=rueidis`;
    await openLink(plain);
    const alone = await seen();
    expect(alone).toMatchObject({ playing: true, followed: undefined, speed: undefined });
    await openLink(
      `${SHORT}&follow=b:500&compare=a:3&panel=request&t=3ms&paused=1&speed=2ms&sync=completed&marks=1ms&sel=1ms,2ms&lanes=b:1ms,2.5ms&zoom=calls`,
    );
    lookAtConnection('b', 3);
    focus.setState({ thread: { side: 'a', lane: 1 }, zooms: [[1e6, 2e6]] });
    ui.setState({ split: ['network.rttUs'] });
    expect(await seen()).toMatchObject({ playing: false, followed: { side: 'b', request: 500 } });
    await openLink(plain);
    expect(await presentHash()).not.toContain('follow');
    expect(await seen()).toEqual(alone);
  });

  it('gets a speed of its own, and so does a pair from the menu', async () => {
    const speed = () => run.getState().player?.playhead.speed;
    await openLink(`${SHORT}&a=go-redis&b=rueidis`);
    await shown();
    const fresh = speed();
    await openLink(SHORT);
    await shown();
    const first = speed();
    expect(first).not.toBe(fresh);
    await openLink(`${SHORT}&a=go-redis&b=rueidis`);
    await shown();
    expect(speed()).toBe(fresh);
    // A reader's own choice stays; taken back to the page's, it is still the reader's.
    run.getState().player?.setSpeed(2_000_000);
    expect(ui.getState().speed).toBe(2_000_000);
    run.getState().player?.setSpeed(fresh ?? 0);
    expect(ui.getState().speed).toBe(fresh);
    await choosePair({ id: '', a: 'one-caller-jedis', b: 'one-caller-jedis' } as never);
    await shown();
    expect(speed()).toBe(fresh);
  });

  it('says of a knob that only one side has where it counts, and nothing untrue', async () => {
    const said = () => ui.getState().problems.map(({ problem }) => [problem.code, problem.facts]);
    await openLink(`${SHORT}&client.connections.maxTotal=60`);
    expect(value('a', 'client.connections.maxTotal')).toBe(60);
    expect(said()).toEqual([['URL-13', { side: 'b', taken: 'a' }]]);
    await openLink(`${SHORT}&b.client.connections.maxTotal=60`);
    expect(said()).toEqual([['URL-13', { side: 'b', taken: 'none' }]]);
    await openLink(`${SHORT}&workload.arrivals.ratePerSec=60`);
    expect(said()).toEqual([['URL-13', { side: 'both', taken: 'none' }]]);
  });

  it('understands units, and says that a moment is after the end', async () => {
    await openLink(`${SHORT}&network.rttUs=2ms&b.client.cores=1,0&t=9s`);
    expect([value('a', 'network.rttUs'), value('b', 'network.rttUs')]).toEqual([2000, 2000]);
    expect(ui.getState().problems.map(({ problem }) => [problem.code, problem.value])).toEqual([
      ['URL-02', '9s'],
      ['SCN-03', '"1,0"'],
    ]);
    await wait(() => isReady() && run.getState().player?.playhead.timeNs === 6_000_000);
    // It stays there: to play from the end is to begin again.
    expect(run.getState().player?.playhead.playing).toBe(false);
  });

  it('is the address of what plays, too: neither still nor at the instant at which it began to', async () => {
    location.hash = `#/lab?${SHORT}&t=2ms&speed=1us&paused=1`;
    takeAddress();
    await openLink(location.hash.split('?')[1] ?? '');
    await shown();
    expect(location.hash).toMatch(/[?&]t=2ms&.*paused=1/);
    run.getState().player?.play();
    await wait(() => !/[?&](t|paused)=/.test(location.hash));
    expect(location.hash).toContain('speed=1us');
    run.getState().player?.pause();
    await wait(() => /[?&]t=2.*paused=1/.test(location.hash));
  });

  it('keeps of a selection and of marks what is within the runs, and says what is not', async () => {
    const said = () =>
      ui.getState().problems.map(({ problem }) => [problem.path, problem.value, problem.facts?.hint]);
    const kept = () => [focus.getState().selected?.span, focus.getState().marks];
    await openLink(`${SHORT}&sel=7ms,8ms&marks=1ms,6ms,7ms,9s`);
    expect(said()).toEqual([
      ['sel', '7ms,8ms', 'behind'],
      ['marks', '7ms,9s', 'behind'],
    ]);
    expect(kept()).toEqual([undefined, '1ms,6ms']);
    await openLink(`${SHORT}&sel=5ms,8ms&marks=7ms`);
    expect(said().map(([, , hint]) => hint)).toEqual(['cut', 'behind']);
    expect(kept()).toEqual([[5e6, 6e6], undefined]);
    // Too short for any figure.
    await openLink(`${SHORT}&sel=1ms,1000001ns`);
    expect(said()).toEqual([['sel', '1ms,1000.001us', 'short']]);
    expect(kept()).toEqual([undefined, undefined]);
    // What only the longer run has is there.
    await openLink(`${SHORT}&b.run.measuredMs=9&sel=5ms,8ms&marks=7ms`);
    expect(said()).toEqual([]);
    expect(kept()).toEqual([[5e6, 8e6], '7ms']);
  });

  it('has no branch that begins when the run is over, and says so', async () => {
    for (const branch of ['6ms', '900ms']) {
      await openLink(`${SHORT}&b.network.rttUs=500&branch=${branch}`);
      expect(ui.getState().problems.map(({ problem }) => problem)).toMatchObject([
        { code: 'URL-02', path: 'branch', value: branch, facts: { hint: 'branch', end: '6ms' } },
      ]);
      await shown();
      expect(run.getState().failure).toBeUndefined();
      expect(await presentHash()).not.toContain('branch');
      expect([value('a', 'network.rttUs'), value('b', 'network.rttUs')]).toEqual([1000, 500]);
    }
    // Nor is A one.
    await openLink(`${SHORT}&branch=5ms&branches=jedis-pool-8;~7ms!~network.rttUs:4000;*`);
    await shown();
    expect(value('a', 'network.rttUs')).toBe(1000);
  });

  it('takes another word where one was wrong, at the same instant; what else was wrong stays told', async () => {
    await openLink(`${SHORT}&zoom=xx&panel=zz&network.rttUs=300&paused=1&t=2ms`);
    await shown();
    const [zoom, panel] = ui.getState().problems;
    if (!zoom || !panel) throw new Error('nothing is said');
    await writeInstead(zoom, 'system');
    await shown();
    expect(ui.getState().zoom).toBe('system');
    expect(ui.getState().problems).toEqual([panel]);
    expect(run.getState().player?.playhead).toMatchObject({ playing: false, timeNs: 2e6 });
    expect(await presentHash()).toMatch(/network\.rttUs=300.*zoom=system/);
    await writeInstead(panel, 'why');
    expect(ui.getState()).toMatchObject({ panel: 'why', zoom: 'system', problems: [] });
  });
});
