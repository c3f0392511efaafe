/** Completions of a run that has not been counted yet, as far as it has been recorded and played, just as the engine counts them. */
import type { Track } from '../../model/playback/player.ts';

/**
 * In each of so many equal intervals; undefined where not all of one has been recorded and played. An interval ends before its end,
 * as the next one begins there; the last one holds the very end, too.
 */
export function recordedCounts(
  { recording, frame, layout: { endNs } }: Track,
  intervals: number,
  intervalNs: number,
): (number | undefined)[] {
  const { completions } = recording;
  return Array.from({ length: intervals }, (_, i) => {
    const fromNs = i * intervalNs - 1;
    const toNs = i < intervals - 1 ? fromNs + intervalNs : endNs;
    const isKnown =
      toNs <= frame.timeNs &&
      completions.segments.some((part) => part.fromNs <= Math.max(0, fromNs) && part.toNs >= toNs);
    return isKnown ? completions.countBetween(fromNs, toNs) : undefined;
  });
}
