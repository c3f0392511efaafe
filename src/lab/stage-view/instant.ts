/**
 * Shows the pointed instant on the stage while paused; the player's clock does not move. Loaded on first use.
 */
import type { Player } from '../../model/playback/player.ts';
import { ui } from '../../ui/ui-state.ts';
import { focus } from '../marks/focus-state.ts';
import { FrameCache, type Frames } from '../run/frame-lookup.ts';

/** Keeps `focus.instant` up to date; the returned function stops it. */
export function showPointed(player: Player): () => void {
  const elsewhere = new FrameCache(player);
  let lastPointed: { readonly pointedNs: number | undefined; readonly fromNs: number } | undefined;
  /** The newest instant to look up; older requests are dropped. */
  let wantedNs: number | undefined;
  let isLooking = false;
  const set = (instant: Frames | undefined) => {
    if (focus.getState().instant !== instant) focus.setState({ instant });
  };
  const search = async () => {
    isLooking = true;
    try {
      while (wantedNs !== undefined) {
        const atNs = wantedNs;
        await elsewhere.lookAt(atNs, () => wantedNs === atNs);
        // Frames of an instant that the pointer has left are shown too: they carry their instant.
        const frames = wantedNs === undefined ? undefined : elsewhere.framesAt(atNs);
        if (frames) set(frames);
        if (wantedNs === atNs) wantedNs = undefined;
      }
    } catch {
      // The player reports a failure of the engine.
      stop();
    } finally {
      isLooking = false;
    }
  };
  const update = () => {
    const { pointedNs } = focus.getState();
    const { playing } = player.playhead;
    // After a seek its target is shown, until another instant is pointed at.
    if (pointedNs !== lastPointed?.pointedNs) lastPointed = { pointedNs, fromNs: player.timeNs };
    else if (!playing && player.timeNs === lastPointed?.fromNs) return;
    const { zoom, isHeld } = ui.getState();
    // The system-call view shows a time range, not an instant; and before a prediction nothing is shown.
    const isStill = !playing && player.timeNs === lastPointed?.fromNs && zoom !== 'calls' && !isHeld;
    wantedNs = undefined;
    if (pointedNs === undefined || !isStill) {
      set(undefined);
      return;
    }
    const frames = elsewhere.framesAt(pointedNs);
    if (frames) {
      set(frames);
      return;
    }
    wantedNs = pointedNs;
    if (!isLooking) void search();
  };
  const stop = () => {
    wantedNs = undefined;
    set(undefined);
  };
  const ends = [focus.subscribe(update), player.subscribe(update)];
  update();
  return () => {
    for (const end of ends) end();
    stop();
  };
}
