/**
 * Means over time on screen. When a system changes many times a second on screen, its parts would flash: what is
 * drawn then is the mean of about half a second. While paused, and at speeds that the eye can follow, the instant
 * itself is drawn.
 */
import type { Frame } from '../model/playback/frame.ts';
import { MAX_LANES, type Means, type Scene, type SceneLayout } from './places.ts';
import { STATION_COUNT } from './stations.ts';

/** Bins of a wire's strip. */
export const BINS = 60;
/** Most phases of a loop, and one for a thread without a core. */
export const PHASES = 5;

/** Model ns per second on screen from which a system call of 10 µs takes less than a frame. */
const FAST_FROM = 1_000_000;
/** Dots that cross the wire in less time than this are too fast to follow, s. */
const MIN_CROSSING_SECONDS = 0.35;
/** From this number of requests per lane, the gaps between dots flash. */
const CROWD_FROM = 20;
/** Time constant of the means, s. */
const MEAN_SECONDS = 0.4;
/** After a longer jump the means start anew, s. */
const MAX_GAP_SECONDS = 1;

/** Empty means for a layout. */
export function createMeans(layout: SceneLayout): Means {
  const lanes = layout.run.lanes.reduce((sum, { count }) => sum + count, 0);
  return {
    timeNs: Number.NaN,
    weight: 0,
    isCrowd: false,
    wire: new Float32Array(2 * BINS * Math.max(MAX_LANES, layout.pipes.lanes)),
    queues: new Float32Array(STATION_COUNT * queuesPerStation(layout)),
    phases: new Float32Array(PHASES * lanes),
    looks: new Uint8Array(PHASES * lanes),
  };
}

/** Maximum number of queues of one station. */
export const queuesPerStation = ({ loops, nodes }: SceneLayout): number =>
  Math.max(1, nodes.length, loops?.tasks.length ?? 1);

/**
 * Weighs the present frame, for the painters that follow.
 * @param speed model ns per second on screen; 0 while paused
 */
export function advanceMeans(means: Means, frame: Frame, layout: SceneLayout, speed: number): void {
  if (speed < FAST_FROM) {
    means.weight = 0;
    means.timeNs = Number.NaN;
    return;
  }
  const seconds = (frame.timeNs - means.timeNs) / speed;
  const isNew = !(seconds >= 0 && seconds < MAX_GAP_SECONDS);
  means.weight = isNew ? 1 : 1 - Math.exp(-seconds / MEAN_SECONDS);
  means.isCrowd = isCrowd(layout, speed);
  means.timeNs = frame.timeNs;
}

/** Whether many requests cross the wire, each too fast to follow. It depends on nothing that changes from frame to frame. */
function isCrowd({ run, slots, pipes }: SceneLayout, speed: number): boolean {
  const most = slots ? Math.min(run.callers, run.connections) : run.callers;
  return most / pipes.lanes >= CROWD_FROM && (run.wireNs ?? 0) / speed < MIN_CROSSING_SECONDS;
}

/** Moves a mean towards the value of the present frame, and returns it. */
export function meanOf(column: Float32Array, index: number, weight: number, value: number): number {
  const before = column[index] as number;
  const mean = before + weight * (value - before);
  column[index] = mean;
  return mean;
}

/** Whether the wire and the queues of the present frame are drawn as means. */
export const isMeanCrowd = ({ means }: Scene): boolean =>
  means !== undefined && means.weight > 0 && means.isCrowd;
