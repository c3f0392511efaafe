/**
 * Throughput over time in equal steps from the beginning of a run: as it was counted, or, until that is done, as far as it has been
 * recorded and played. Both count the same: a step does not change when its run has been counted.
 */

import type { Player, Side, Track } from '../../model/playback/player.ts';
import type { SideRun } from '../run/run-state.ts';

/**
 * In each of so many equal intervals; undefined where not all of one has been recorded and played. An interval ends before its end,
 * as the next one begins there; the last one holds the very end, too.
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
  /** What is shown of the runs, ns. */
  readonly fromNs: number;
  readonly toNs: number;
  readonly sides: readonly {
    readonly id: Side;
    readonly isCounted: boolean;
    /** Where the side stands, ns. */
    readonly playedNs: number;
    readonly binNs: number;
    /** Of each step, 1/s; undefined where it is not known from beginning to end. */
    readonly perSec: readonly (number | undefined)[];
    /** Mean over the measured window, 1/s, and the half-width of its 95 % interval. */
    readonly mean: number | undefined;
    readonly halfWidth: number | undefined;
  }[];
}

/** Seconds on screen that are shown, and fewest steps. */
const SECONDS = 80;
const FEWEST = 10;
/** Intervals in which the engine counts a run, of which a step has one or more: as many as it takes for so many completions. */
const INTERVALS = 200;
const LENGTHS = [1, 2, 5, 10, INTERVALS / FEWEST];
const COMPLETIONS = 10;

/** Completions in each interval of a run that has not been counted. */
function recorded(track: Track, intervalNs: number): readonly (number | undefined)[] {
  return recordedCounts(track, INTERVALS, intervalNs);
}

/** How many intervals a step of a run has: rates of one or two completions would be mere noise. */
function lengthOf(counts: readonly (number | undefined)[]): number {
  const known = counts.filter((count) => count !== undefined);
  const all = known.reduce((sum, count) => sum + count, 0);
  return LENGTHS.find((length) => all * length >= COMPLETIONS * known.length) ?? INTERVALS / FEWEST;
}

/**
 * @param speed model ns per second on screen; sets how much of the runs is shown
 * @param runs what has been counted of them
 * @param part what is shown of the run, ns; absent: the last steps
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
  // Both sides have the same steps, as long as their runs are equally long.
  const length = Math.max(1, ...all.map(({ counts }) => lengthOf(counts)));
  const sides = all.map(({ track, counted, counts, intervalNs }) => {
    const binNs = length * intervalNs;
    const perSec = Array.from({ length: INTERVALS / length }, (_, i) => {
      const own = counts.slice(i * length, (i + 1) * length);
      const sum = own.reduce<number>((all, count) => all + (count ?? Number.NaN), 0);
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
  // The sides may be at different instants: as much is shown of both as the later one has played.
  const latestNs = Math.max(player.timeNs, ...sides.map(({ playedNs }) => playedNs));
  const stepNs = Math.max(1, ...sides.map(({ binNs }) => binNs));
  const wanted = Math.min(speed * SECONDS, player.playhead.endNs) / stepNs;
  const count = Math.max(FEWEST, Math.ceil(wanted - 1e-9));
  const first = Math.max(0, Math.ceil(latestNs / stepNs) - count);
  const [fromNs, toNs] = part ?? [first * stepNs, (first + count) * stepNs];
  return { fromNs, toNs, sides };
}
