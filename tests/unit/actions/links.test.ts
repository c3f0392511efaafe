// @vitest-environment happy-dom
/** Links on the real engine: what one leaves of what was on screen before, and what is said of what cannot be used. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAtConnection } from '../../../src/actions/connection.ts';
import { choosePair } from '../../../src/actions/edit.ts';
import { presentHash } from '../../../src/actions/link.ts';
import { openLink } from '../../../src/actions/open.ts';
import { calls } from '../../../src/stores/calls.ts';
import { focus } from '../../../src/stores/focus.ts';
import { follow } from '../../../src/stores/follow.ts';
import { run } from '../../../src/stores/run.ts';
import { ui } from '../../../src/stores/ui.ts';
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
      const { one, other } = follow.getState();
      const { thread, zooms, marks, selected } = focus.getState();
      const { playing, speed: played } = run.getState().player?.playhead ?? {};
      return {
        ...{ panel, tab, zoom, sync, isElastic, split, sloNs, speed, one, other, thread, zooms, marks },
        ...{ selected, playing, played, chosen: calls.getState() },
      };
    };
    const plain = `${SHORT}&a=go-redis&b=rueidis`;
    await openLink(plain);
    const alone = await seen();
    expect(alone).toMatchObject({ playing: true, one: undefined, speed: undefined });
    await openLink(
      `${SHORT}&follow=b:500&compare=a:3&panel=request&t=3ms&paused=1&speed=2ms&sync=completed&marks=1ms&sel=1ms,2ms&zoom=calls`,
    );
    lookAtConnection('b', 3);
    focus.setState({ thread: { side: 'a', lane: 1 }, zooms: [[1e6, 2e6]] });
    ui.setState({ split: ['network.rttUs'] });
    expect(await seen()).toMatchObject({ playing: false, one: { side: 'b', request: 500 } });
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
});
