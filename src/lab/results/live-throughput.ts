/**
 * Throughput in equal steps from the start of a run: from its summary, or before that from the recorded and
 * played part. Both count alike, so a step does not change when the summary arrives.
 */

import type { Player, Side, Track } from '../../model/playback/player.ts';
import type { SideRun } from '../run/run-state.ts';

/**
 * Counts per interval; undefined where an interval is not fully recorded and played. Intervals are half open;
 * the last one includes the end.
 */
function recordedCounts(
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

export interface LiveThroughput {
  /** The visible part of the runs, ns. */
  readonly fromNs: number;
  readonly toNs: number;
  readonly sides: readonly {
    readonly id: Side;
    readonly isCounted: boolean;
    /** The playhead of the side, ns. */
    readonly playedNs: number;
    readonly binNs: number;
    /** Of each step, 1/s; undefined where it is incomplete. */
    readonly perSec: readonly (number | undefined)[];
    /** Mean over the measured window, 1/s, and the half-width of its 95 % interval. */
    readonly mean: number | undefined;
    readonly halfWidth: number | undefined;
  }[];
}

/** Seconds on screen in the visible part, and fewest steps. */
const SECONDS = 80;
const FEWEST = 10;
/** The engine counts a run in these intervals; a step joins as many as its completions need. */
const INTERVALS = 200;
const LENGTHS = [1, 2, 5, 10, INTERVALS / FEWEST];
const COMPLETIONS = 10;

/** Completions per interval of a run without a summary. */
function recorded(track: Track, intervalNs: number): readonly (number | undefined)[] {
  return recordedCounts(track, INTERVALS, intervalNs);
}

/** Intervals per step of a run: rates of one or two completions would be noise. */
function lengthOf(counts: readonly (number | undefined)[]): number {
  const known = counts.filter((count) => count !== undefined);
  const all = known.reduce((sum, count) => sum + count, 0);
  return LENGTHS.find((length) => all * length >= COMPLETIONS * known.length) ?? INTERVALS / FEWEST;
}

/**
 * @param speed model ns per second on screen; sets the length of the visible part
 * @param runs their summaries so far
 * @param part visible part, ns; absent: the last steps
 */
export function liveThroughput(
  player: Player,
  speed: number,
  runs: Readonly<Record<Side, SideRun>>,
  part?: readonly [number, number],
): LiveThroughput {
  const all = player.tracks.map((track) => {
    const { summary, isStale } = runs[track.id];
    const counted = isStale ? undefined : summary;
    const intervalNs = counted
      ? Math.round(counted.series.intervalUs * 1e3)
      : Math.ceil(track.layout.endNs / INTERVALS);
    const counts = counted?.series.completions ?? recorded(track, intervalNs);
    return { track, counted, intervalNs, counts };
  });
  // Both sides have the same steps if their runs have the same length.
  const length = Math.max(1, ...all.map(({ counts }) => lengthOf(counts)));
  const sides = all.map(({ track, counted, counts, intervalNs }) => {
    const binNs = length * intervalNs;
    const perSec = Array.from({ length: INTERVALS / length }, (_, i) => {
      const binCounts = counts.slice(i * length, (i + 1) * length);
      const sum = binCounts.reduce<number>((all, count) => all + (count ?? Number.NaN), 0);
      return sum >= 0 ? (sum * 1e9) / binNs : undefined;
    });
    const { perSec: mean, halfWidth95 } = counted?.throughput ?? {};
    return {
      id: track.id,
      isCounted: !!counted,
      playedNs: track.frame.timeNs,
      binNs,
      perSec,
      mean,
      halfWidth: halfWidth95 ?? undefined,
    };
  });
  // The playheads may differ: both sides show as much as the later one has played.
  const latestNs = Math.max(player.timeNs, ...sides.map(({ playedNs }) => playedNs));
  const stepNs = Math.max(1, ...sides.map(({ binNs }) => binNs));
  const wanted = Math.min(speed * SECONDS, player.playhead.endNs) / stepNs;
  const count = Math.max(FEWEST, Math.ceil(wanted - 1e-9));
  const first = Math.max(0, Math.ceil(latestNs / stepNs) - count);
  const [fromNs, toNs] = part ?? [first * stepNs, (first + count) * stepNs];
  return { fromNs, toNs, sides };
}
