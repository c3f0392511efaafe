/**
 * Frames of the played runs at any instant, without moving the playhead: recorded, cached, or simulated
 * again.
 */

import { rewindFor } from '../../model/playback/fetcher.ts';
import { type Frame, fillFrame } from '../../model/playback/frame.ts';
import { applyMinDisplayTime } from '../../model/playback/min-display-time.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { type Spans, spansOf } from '../../model/playback/spans.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** Both sides' frames at one instant. */
export type Frames = Partial<Record<SideName, Frame>>;

/** The instant of the frames, ns. */
export const instantOf = (frames: Frames | undefined): number | undefined => (frames?.a ?? frames?.b)?.timeNs;

/** Cache size of each side, bytes: some dozens of look-ups, so that neighbouring instants are cached. */
const MOST_BYTES = 4 * 2 ** 20;

export class FrameCache {
  readonly #tracks: readonly Track[];
  /** Cached chunks, newest last. */
  readonly #seen = new Map<Track, Spans[]>();

  constructor({ tracks }: Player) {
    this.#tracks = tracks;
  }

  /** Undefined while a side is not cached there. */
  framesAt(timeNs: number): Frames | undefined {
    const frames: Frames = {};
    for (const track of this.#tracks) {
      const frame = this.#frameOf(track, timeNs);
      if (!frame) return undefined;
      frames[track.id] = frame;
    }
    return frames;
  }

  /**
   * Simulates the missing sides at an instant, with a margin.
   * @param isWanted called after every slice
   */
  async lookAt(timeNs: number, isWanted: () => boolean): Promise<void> {
    await Promise.all(
      this.#tracks.map(async (track) => {
        // The engine counts whole nanoseconds.
        const [fromNs, sliceMs, toNs] = rewindFor(Math.round(timeNs));
        for (let budgetMs: number = sliceMs; isWanted() && !this.#isKnown(track, timeNs); ) {
          const answer = await track.look?.(fromNs, budgetMs, toNs);
          if (!answer) return;
          if (answer.done || answer.nowNs >= toNs) {
            this.#keep(track, answer.chunks.map(spansOf));
            return;
          }
          // Each call continues the one before; a part that was recorded too slowly gets a larger budget.
          if (answer.chunks.length > 0) budgetMs *= 2;
        }
      }),
    );
  }

  #isKnown(track: Track, timeNs: number): boolean {
    return track.recording.covers(timeNs) || this.#chunkOf(track, timeNs) !== undefined;
  }

  #chunkOf(track: Track, timeNs: number): Spans | undefined {
    return this.#seen.get(track)?.findLast(({ fromNs, toNs }) => fromNs <= timeNs && toNs >= timeNs);
  }

  #frameOf(track: Track, timeNs: number): Frame | undefined {
    const { recording, layout } = track;
    const frame = recording.createFrame();
    if (recording.covers(timeNs)) {
      recording.frameAt(timeNs, frame);
      return frame;
    }
    const chunk = this.#chunkOf(track, timeNs);
    if (!chunk) return undefined;
    fillFrame(frame, chunk, layout, timeNs);
    applyMinDisplayTime(frame, [chunk], 0);
    return frame;
  }

  #keep(track: Track, chunks: readonly Spans[]): void {
    const cached = [...(this.#seen.get(track) ?? []), ...chunks];
    let bytes = cached.reduce((sum, chunk) => sum + chunk.bytes, 0);
    while (bytes > MOST_BYTES && cached.length > chunks.length) bytes -= cached.shift()?.bytes ?? 0;
    this.#seen.set(track, cached);
  }
}
