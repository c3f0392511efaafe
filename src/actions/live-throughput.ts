/** Throughput as it has been played: completions in equal intervals up to the playhead, from what is recorded. */
import type { Player, Side } from '../playback/player.ts';

/** One interval; `perSec` is absent where not all of it has been recorded. */
export interface Bin {
  readonly fromNs: number;
  readonly perSec: number | undefined;
}

export interface LiveThroughput {
  readonly binNs: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly sides: readonly { readonly id: Side; readonly bins: readonly Bin[] }[];
}

/** Seconds on screen that one interval takes, and intervals that are shown. */
const SECONDS_PER_BIN = 2;
const BINS = 40;

/** The round number (1, 2, 5 times a power of ten) at or above a value. */
export function roundUp(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((candidate) => candidate * decade >= value * (1 - 1e-9)) ?? 10;
  return step * decade;
}

/**
 * @param speed model ns per second on screen; sets the length of the intervals, of which a run has as many as are shown at least
 * @param part what is shown of the run, ns, as far as it has been played; absent: the last intervals
 */
export function liveThroughput(
  player: Player,
  speed: number,
  part?: readonly [number, number],
): LiveThroughput {
  const binNs = part
    ? (part[1] - part[0]) / BINS
    : roundUp(Math.max(10_000, Math.min(speed * SECONDS_PER_BIN, player.playhead.endNs / BINS)));
  // The sides may be at different instants: as much is shown of both as the later one has played.
  const latestNs = Math.max(player.timeNs, ...player.tracks.map(({ frame }) => frame.timeNs));
  const first = part ? part[0] / binNs : Math.max(0, Math.ceil(latestNs / binNs) - BINS);
  const sides = player.tracks.map(({ id, recording, frame }) => {
    const { timeNs } = frame;
    const { completions } = recording;
    const bins = Array.from({ length: BINS }, (_, i): Bin => {
      const fromNs = (first + i) * binNs;
      const toNs = fromNs + binNs;
      const isKnown =
        toNs <= timeNs && completions.segments.some((part) => part.fromNs <= fromNs && part.toNs >= toNs);
      return { fromNs, perSec: isKnown ? (completions.countBetween(fromNs, toNs) * 1e9) / binNs : undefined };
    });
    return { id, bins };
  });
  return { binNs, fromNs: first * binNs, toNs: (first + BINS) * binNs, sides };
}
