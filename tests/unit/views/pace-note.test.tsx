// @vitest-environment happy-dom
/** Tests that the alignment of the sides and the scale of elastic time follow a jump in time, with the speed unchanged. */
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { follow } from '../../../src/lab/follow/follow-state.ts';
import { PaceNote } from '../../../src/lab/pace/PaceNote.tsx';
import type { Player, Playhead } from '../../../src/model/playback/player.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';

const leg = (phase: string, fromNs: number, toNs: number) => ({
  phase,
  fromNs,
  toNs,
  isOver: true,
  connection: 0,
});
const journey = {
  id: 7,
  caller: 0,
  connection: 0,
  legs: [leg('prepare', 1000, 2000), leg('wireOut', 2000, 9000)],
  beginNs: 1000,
  endNs: 9000,
  isWhole: true,
};

const listeners = new Set<() => void>();
const frames = { a: { timeNs: 20_000 }, b: { timeNs: 20_000 } };
const player = {
  playhead: { timeNs: 20_000, speed: 1000, playing: false } as Playhead,
  tracks: [
    { id: 'a', frame: frames.a },
    { id: 'b', frame: frames.b },
  ],
  addPainter: () => () => undefined,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const seek = (timeNs: number) =>
  act(async () => {
    for (const frame of Object.values(frames)) frame.timeNs = timeNs;
    player.playhead = { ...player.playhead, timeNs };
    for (const listener of listeners) listener();
  });

afterEach(cleanup);

it('follows a jump in time while the speed stays', async () => {
  ui.setState({ sync: 'request', isElastic: true, only: undefined });
  const trail = { journey } as never;
  const { container } = render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <PaceNote player={player as unknown as Player} theme="light" />
    </Texts>,
  );
  // The note looks for the trail of a new request itself, and finds none without a run.
  await act(async () => follow.setState({ followed: { side: 'b', request: 7 } }));
  await act(async () => follow.setState({ followedTrail: trail, twinTrail: trail }));
  const ruler = () => container.querySelector('figcaption')?.textContent;
  const together = () => container.querySelector('p')?.textContent;
  expect(ruler()).toMatch(/^Outside the request/);
  const atEnd = together();
  await seek(5000);
  expect(ruler()).toMatch(/^Not to scale\. Now: /);
  expect(together()).not.toBe(atEnd);
  await seek(9000);
  expect(ruler()).toMatch(/^Outside the request/);
  expect(together()).toBe(atEnd);
});
