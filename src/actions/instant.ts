/** Puts the instant that is pointed at on the stage while the show stands still; the clock of the player stays where it is. Loaded with the first instant. */
import { holdShort } from '../playback/dwell.ts';
import { type Frame, fillFrame } from '../playback/frame.ts';
import type { Player, Track } from '../playback/player.ts';
import type { Spans } from '../playback/spans.ts';
import type { SideName } from '../scenario/problem.ts';
import { focus } from '../stores/focus.ts';
import { ui } from '../stores/ui.ts';
import { eachChunk } from './inspect.ts';

/** What has to be simulated again is looked at where the pointer has stood still for so long, ms. */
const SETTLED_MS = 80;

/** Recorded before it, ns: what threads do is known from the first event on that is recorded. */
const BEFORE_NS = 500_000;

type Frames = Partial<Record<SideName, Frame>>;

/** Keeps `focus.instant` up to date until the returned function is called. */
export function showPointed(player: Player): () => void {
  let seen: { readonly pointedNs: number | undefined; readonly fromNs: number } | undefined;
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (instant: Frames | undefined) => {
    if (focus.getState().instant !== instant) focus.setState({ instant });
  };
  const look = () => {
    const { pointedNs } = focus.getState();
    const { playing } = player.playhead;
    // Whoever goes somewhere wants to see what is there, until another instant is pointed at.
    if (pointedNs !== seen?.pointedNs) seen = { pointedNs, fromNs: player.timeNs };
    else if (!playing && player.timeNs === seen?.fromNs) return;
    const mine = ++generation;
    clearTimeout(timer);
    const { zoom, isHeld } = ui.getState();
    // System calls are looked at over a stretch of time, not at an instant; and who has to predict first is shown nothing yet.
    const isStill = !playing && player.timeNs === seen?.fromNs && zoom !== 'calls' && !isHeld;
    if (pointedNs === undefined || !isStill) {
      set(undefined);
      return;
    }
    const missing = player.tracks.filter(({ recording }) => !recording.covers(pointedNs));
    if (missing.length === 0) {
      set(framesOf(player.tracks, pointedNs));
      return;
    }
    set(undefined);
    timer = setTimeout(async () => {
      const found = await simulated(player.tracks, pointedNs, () => mine === generation);
      if (found && mine === generation) set(found);
    }, SETTLED_MS);
  };
  const ends = [focus.subscribe(look), player.subscribe(look)];
  look();
  return () => {
    generation = -1;
    clearTimeout(timer);
    for (const end of ends) end();
    set(undefined);
  };
}

function framesOf(tracks: readonly Track[], timeNs: number): Frames {
  const frames: Frames = {};
  for (const { id, recording } of tracks) {
    const frame = recording.createFrame();
    recording.frameAt(timeNs, frame);
    frames[id] = frame;
  }
  return frames;
}

/** The same where it is not recorded; nothing when nobody wants it any more. */
async function simulated(
  tracks: readonly Track[],
  timeNs: number,
  isWanted: () => boolean,
): Promise<Frames | undefined> {
  const frames: Frames = {};
  await Promise.all(
    tracks.map(async ({ id, recording, layout }) => {
      let last: Spans | undefined;
      await eachChunk(
        id,
        Math.max(0, Math.floor(timeNs) - BEFORE_NS),
        Math.ceil(timeNs),
        isWanted,
        (chunk) => {
          if (chunk.fromNs <= timeNs && chunk.toNs >= timeNs) last = chunk;
          return chunk.toNs < timeNs;
        },
      );
      if (!last) return;
      const frame = recording.createFrame();
      fillFrame(frame, last, layout, timeNs);
      holdShort(frame, [last], 0);
      frames[id] = frame;
    }),
  );
  return isWanted() && tracks.every(({ id }) => frames[id]) ? frames : undefined;
}
