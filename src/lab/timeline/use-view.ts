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
import { frame, type Limits, restoreRange, turnPage, type View } from './time-view.ts';

/** Initial length, ns, and most spans at once. */
const FIRST_NS = 2_000_000;
const MOST_SPANS = 90_000;
/** Initial limit of the length, before the density of the trace is known, ns. */
const FIRST_MOST_NS = 8_000_000;
/** Margin that is looked up on either side of the view, as a share of it. */
const BESIDE = 0.5;
/** A view is looked up when it has not moved for this time, ms. */
const SETTLED_MS = 60;

function leaveLanes(): void {
  if (!focus.getState().lanes) return;
  focus.setState({ lanes: undefined });
  void writeAddress();
}

/** The visible range and its recorded part. */
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

  const followed = useStore(follow, ({ followed, followedTrail }) =>
    followed?.side === track.id ? followedTrail : undefined,
  );
  const trail = followed ?? example;
  const home = useCallback((): View => {
    const nowNs = timeOn(player, track.id);
    const { beginNs, endNs: to } = trail?.journey ?? { beginNs: nowNs, endNs: nowNs + FIRST_NS };
    return frame(beginNs, to, latest.current);
  }, [trail, player, track]);
  /** The default range: the selection, or else around the playhead. */
  const all = useCallback((): View => {
    const span = focus.getState().selected?.span;
    return span ? frame(span[0], span[1], latest.current) : home();
  }, [home]);
  /** The range of a link stays until the reader moves the view. */
  const lanes = useCallback((): View | undefined => {
    const linkLanes = focus.getState().lanes;
    return linkLanes?.side === track.id ? restoreRange(linkLanes.span, latest.current) : undefined;
  }, [track]);
  const [view, setShown] = useState<View>(() => lanes() ?? all());
  const setView = useCallback((next: SetStateAction<View>) => {
    leaveLanes();
    setShown(next);
  }, []);
  const requestedView = useRef<View>(undefined);
  useEffect(() => follow.subscribe((now, before) => now.followed !== before.followed && leaveLanes()), []);
  // A newly chosen request is shown.
  useEffect(() => setShown(lanes() ?? (trail ? home() : all())), [trail, home, all, lanes]);

  // So is a newly zoomed part of time.
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
        const linkedView = lanes();
        if (linkedView && turnPage(linkedView, timeNs, latest.current) !== linkedView) leaveLanes();
        setShown((old) => turnPage(old, timeNs, latest.current));
      }),
    [player, track, lanes],
  );

  useEffect(() => {
    const length = view.toNs - view.fromNs;
    const isThere =
      excerpt && excerpt.fromNs <= view.fromNs && (excerpt.toNs >= view.toNs || excerpt.toNs >= endNs);
    // A result that is shorter than requested is all that can be had at once.
    if (isThere || requestedView.current === view) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const margin = length * BESIDE;
      const found = await excerptBetween(track.id, view.fromNs - margin, view.toNs + margin, () => isWanted);
      if (!isWanted || !found) return;
      requestedView.current = view;
      setExcerpt(found);
    }, SETTLED_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [view, excerpt, track, endNs]);

  return { view, setView, excerpt, limits, all, trail: trail ?? undefined };
}
