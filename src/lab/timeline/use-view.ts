import { type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Excerpt } from '../../model/analysis/excerpt.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { timeOn } from '../../ui/track-time.ts';
import { useStore } from '../../ui/use-store.ts';
import { follow, type Trail } from '../follow/follow-state.ts';
import { writeAddress } from '../link/link.ts';
import { focus } from '../marks/focus-state.ts';
import { excerptBetween } from '../run/inspect.ts';
import { playhead } from '../run/run-state.ts';
import { again, frame, type Limits, turn, type View } from './time-view.ts';

/** Shown at first, ns, and most spans that are shown at once. */
const FIRST_NS = 2_000_000;
const MOST_SPANS = 90_000;
/** Before anything is known of how dense the trace is, ns. */
const FIRST_MOST_NS = 8_000_000;
/** Looked up on either side of the view, as a share of it. */
const BESIDE = 0.5;
/** A view that is being moved is looked up when it has stood still for so long, ms. */
const SETTLED_MS = 60;

function leaveLanes(): void {
  if (!focus.getState().lanes) return;
  focus.setState({ lanes: undefined });
  void writeAddress();
}

/** The stretch of time that is shown, and what is recorded of it. */
export function useView(player: Player, track: Track, example: Trail | undefined) {
  const { endNs } = track.layout;
  const [excerpt, setExcerpt] = useState<Excerpt>();
  const limits = useMemo((): Limits => {
    const length = excerpt ? excerpt.toNs - excerpt.fromNs : 0;
    const dense = excerpt && length > 0 ? (MOST_SPANS / Math.max(1, excerpt.count)) * length : FIRST_MOST_NS;
    return { endNs, mostNs: dense / (1 + 2 * BESIDE) };
  }, [excerpt, endNs]);
  const latest = useRef(limits);
  latest.current = limits;

  const followed = useStore(follow, ({ one, oneTrail }) => (one?.side === track.id ? oneTrail : undefined));
  const trail = followed ?? example;
  const home = useCallback((): View => {
    const nowNs = timeOn(player, track.id);
    const { beginNs, endNs: to } = trail?.journey ?? { beginNs: nowNs, endNs: nowNs + FIRST_NS };
    return frame(beginNs, to, latest.current);
  }, [trail, player, track]);
  /** What there is to be seen: what is selected, or else where one is. */
  const all = useCallback((): View => {
    const span = focus.getState().selected?.span;
    return span ? frame(span[0], span[1], latest.current) : home();
  }, [home]);
  /** What a link has said is shown until somebody wants to see something else. */
  const lanes = useCallback((): View | undefined => {
    const said = focus.getState().lanes;
    return said?.side === track.id ? again(said.span, latest.current) : undefined;
  }, [track]);
  const [view, setShown] = useState<View>(() => lanes() ?? all());
  const setView = useCallback((next: SetStateAction<View>) => {
    leaveLanes();
    setShown(next);
  }, []);
  const asked = useRef<View>(undefined);
  useEffect(() => follow.subscribe((now, before) => now.one !== before.one && leaveLanes()), []);
  // A request that has just been chosen is what one wants to see.
  useEffect(() => setShown(lanes() ?? (trail ? home() : all())), [trail, home, all, lanes]);

  // So is a part of time that one has zoomed into, anywhere.
  const zoomed = useStore(focus, ({ zooms }) => zooms.at(-1));
  useEffect(() => {
    if (zoomed) setView(frame(zoomed[0], zoomed[1], latest.current));
  }, [zoomed, setView]);

  // Turns the page while playing, and after a jump.
  useEffect(
    () =>
      playhead.subscribe(({ now }) => {
        if (!now || !(now.playing || now.cause === 'seek' || now.cause === 'step')) return;
        const timeNs = timeOn(player, track.id);
        const said = lanes();
        if (said && turn(said, timeNs, latest.current) !== said) leaveLanes();
        setShown((old) => turn(old, timeNs, latest.current));
      }),
    [player, track, lanes],
  );

  useEffect(() => {
    const length = view.toNs - view.fromNs;
    const isThere =
      excerpt && excerpt.fromNs <= view.fromNs && (excerpt.toNs >= view.toNs || excerpt.toNs >= endNs);
    // What was asked for and came shorter is all there is to be had at once.
    if (isThere || asked.current === view) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const margin = length * BESIDE;
      const found = await excerptBetween(track.id, view.fromNs - margin, view.toNs + margin, () => isWanted);
      if (!isWanted || !found) return;
      asked.current = view;
      setExcerpt(found);
    }, SETTLED_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [view, excerpt, track, endNs]);

  return { view, setView, excerpt, limits, all, trail: trail ?? undefined };
}
