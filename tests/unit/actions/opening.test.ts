// @vitest-environment happy-dom
/** A pair on its way to the stage, held up where the engine answers: what the reader asks for meanwhile. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLink } from '../../../src/lab/link/open.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { nextView, showPair } from '../../../src/lab/run/run.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { inProcessEngine } from '../../support/in-process.ts';
import { closeLab, isCounted, isReady, openShortLab, SHORT, wait } from '../../support/short-lab.ts';

beforeEach(openShortLab);

afterEach(closeLab);

/** A promise, and the call that fulfils it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a pair that is being opened', () => {
  it('shows what is sought before the figures', async () => {
    const [counting, recording] = [gate(), gate()];
    let isHeld = false;
    const held = async () => (isHeld ? recording.opened : undefined);
    setSpawn(() => {
      const client = inProcessEngine();
      return {
        ...client,
        record: (...stretch) => held().then(() => client.record(...stretch)),
        rewind: (...stretch) => held().then(() => client.rewind(...stretch)),
        finish: (budgetMs) => counting.opened.then(() => client.finish(budgetMs)),
      };
    });
    run.setState(run.getInitialState());
    await openLink(SHORT);
    await wait(isReady);
    const { player } = run.getState();
    isHeld = true;
    player?.seek(5_000_000);
    counting.open();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(player?.playhead.seekingNs).toBe(5_000_000);
    expect(run.getState().b.summary).toBeUndefined();
    recording.open();
    await wait(isCounted);
    expect(player?.timeNs).toBeGreaterThanOrEqual(5_000_000);
  });

  it('waits at its start when it is told so while its first picture is under way', async () => {
    const { player } = run.getState();
    player?.play();
    const { opened, open } = gate();
    let isAsked = false;
    setSpawn(() => {
      const client = inProcessEngine();
      const held = <T>(answer: () => Promise<T>) => {
        isAsked = true;
        return opened.then(answer);
      };
      return {
        ...client,
        record: (...stretch) => held(() => client.record(...stretch)),
        rewind: (...stretch) => held(() => client.rewind(...stretch)),
      };
    });
    run.setState({ player: undefined });
    player?.close();
    nextView.timeNs = 0;
    showPair();
    await wait(() => isAsked);
    nextView.isPaused = true;
    open();
    await wait(() => isReady() && run.getState().player !== undefined);
    const next = run.getState().player;
    await wait(() => next?.timeNs === 0);
    expect(next?.playhead.playing).toBe(false);
  });
});
