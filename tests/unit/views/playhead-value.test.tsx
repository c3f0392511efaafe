// @vitest-environment happy-dom
/** What the clock's ticks make the page render again: only what has changed. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import { useMedia } from '../../../src/lab/shared/use-media.ts';
import { usePlayhead, usePlayheadValue } from '../../../src/lab/stage-view/use-playhead.ts';
import type { Player, Playhead } from '../../../src/model/playback/player.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

function fakePlayer() {
  const listeners = new Set<() => void>();
  const player = {
    playhead: { timeNs: 0, speed: 1000, playing: true } as Playhead,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const report = (change: Partial<Playhead>) =>
    act(() => {
      player.playhead = { ...player.playhead, ...change };
      for (const listener of listeners) listener();
    });
  return { player: player as unknown as Player, report, listeners };
}

describe('a value of the playhead', () => {
  it('renders again when it changes, and not with the clock', async () => {
    const { player, report, listeners } = fakePlayer();
    const seen: { speed: number[]; time: number[] } = { speed: [], time: [] };
    const Speed = () => {
      seen.speed.push(usePlayheadValue(player, ({ speed }) => speed));
      return null;
    };
    const Time = () => {
      seen.time.push(usePlayhead(player).timeNs);
      return null;
    };
    const root = createRoot(document.createElement('div'));
    await act(() =>
      root.render(
        <>
          <Speed />
          <Time />
        </>,
      ),
    );
    await report({ timeNs: 1 });
    await report({ timeNs: 2 });
    await report({ speed: 5000 });
    expect(seen).toEqual({ speed: [1000, 5000], time: [0, 1, 2, 2] });
    await act(() => root.unmount());
    expect(listeners.size).toBe(0);
  });
});

describe('a media query', () => {
  it('is parsed once for each query, however often a view renders', async () => {
    const asked: string[] = [];
    const before = globalThis.matchMedia;
    globalThis.matchMedia = ((query: string) => {
      asked.push(query);
      return before.call(globalThis, query);
    }) as typeof matchMedia;
    try {
      const root = createRoot(document.createElement('div'));
      const View = ({ query }: { readonly query: string }) => <p>{String(useMedia(query))}</p>;
      for (let i = 0; i < 5; i++) await act(() => root.render(<View query="(max-width: 899px)" />));
      expect(asked).toEqual(['(max-width: 899px)']);
      await act(() => root.render(<View query="(min-width: 1px)" />));
      expect(asked).toEqual(['(max-width: 899px)', '(min-width: 1px)']);
      await act(() => root.unmount());
    } finally {
      globalThis.matchMedia = before;
    }
  });
});
