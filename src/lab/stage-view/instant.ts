/** Puts the instant that is pointed at on the stage while the show stands still; the clock of the player stays where it is. Loaded with the first instant. */
import type { Player } from '../../model/playback/player.ts';
import { ui } from '../../ui/ui-state.ts';
import { focus } from '../marks/focus-state.ts';
import { FrameCache, type Frames } from '../run/frame-lookup.ts';

/** Keeps `focus.instant` up to date until the returned function is called. */
export function showPointed(player: Player): () => void {
  const elsewhere = new FrameCache(player);
  let seen: { readonly pointedNs: number | undefined; readonly fromNs: number } | undefined;
  /** The instant that has to be looked at; of all that were wished for, only the newest. */
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
        // What a moving pointer has left behind is shown all the same: frames say which instant they are of.
        const frames = wantedNs === undefined ? undefined : elsewhere.framesAt(atNs);
        if (frames) set(frames);
        if (wantedNs === atNs) wantedNs = undefined;
      }
    } catch {
      // An engine that has failed is told of by whoever plays it.
      stop();
    } finally {
      isLooking = false;
    }
  };
  const look = () => {
    const { pointedNs } = focus.getState();
    const { playing } = player.playhead;
    // Whoever goes somewhere wants to see what is there, until another instant is pointed at.
    if (pointedNs !== seen?.pointedNs) seen = { pointedNs, fromNs: player.timeNs };
    else if (!playing && player.timeNs === seen?.fromNs) return;
    const { zoom, isHeld } = ui.getState();
    // System calls are looked at over a stretch of time, not at an instant; and who has to predict first is shown nothing yet.
    const isStill = !playing && player.timeNs === seen?.fromNs && zoom !== 'calls' && !isHeld;
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
  const ends = [focus.subscribe(look), player.subscribe(look)];
  look();
  return () => {
    for (const end of ends) end();
    stop();
  };
}
