/** The wire: dots for few requests, density strips for many. */
import type { Frame } from '../model/playback/frame.ts';
import { BINS, isMeanCrowd, meanOf } from './means.ts';
import { roundTripPosition } from './place.ts';
import { MAX_LANES, MAX_SINGLE, type Pipes, type Scene } from './places.ts';
import { countAt, STATION_OF, stationName } from './stations.ts';

/** At least this many requests fill a bin's full height, so that a single one stays small. */
const FULL_FROM = 4;
/** All lanes in sequence. */
const bins = new Float32Array(BINS * MAX_LANES);
/** A mean below this is no bar, requests per bin. */
const MIN_MEAN = 0.05;
/** A bin of a mean strip with this many times the mean of all fills its half of the lane. */
const FULL_PER_MEAN = 3;

/** Both directions of the wire as strips, if dots would be too many or motion is reduced. */
export function paintStrips(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const isMean = isMeanCrowd(scene);
  for (const direction of ['wireOut', 'wireBack'] as const) {
    if (isMean) {
      paintStrip(ctx, frame, scene, direction);
      continue;
    }
    const count = countAt(frame, direction);
    if (count > 0 && (scene.isReduced || count > MAX_SINGLE)) paintStrip(ctx, frame, scene, direction);
  }
}

/** The number of requests along one direction: one bar per bin and lane; the fullest takes half the lane. */
function paintStrip(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  direction: 'wireOut' | 'wireBack',
): void {
  const { pipes } = scene.layout;
  const { requests } = frame;
  const isBack = direction === 'wireBack';
  bins.fill(0);
  let max = FULL_FROM;
  for (let i = 0; i < requests.count; i++) {
    if (stationName(STATION_OF[requests.phase[i] as number] as number) !== direction) continue;
    const progress = requests.progress[i] as number;
    const along = isBack ? 1 - progress : pipes.isRoundTrip ? roundTripPosition(progress) : progress;
    const lane = pipes.laneOf[Math.max(0, requests.connection[i] as number)] ?? 0;
    const bin = lane * BINS + Math.min(BINS - 1, Math.max(0, Math.floor(along * BINS)));
    const filled = (bins[bin] as number) + 1;
    bins[bin] = filled;
    if (filled > max) max = filled;
  }
  if (isMeanCrowd(scene)) max = blend(scene, isBack);
  ctx.beginPath();
  for (let bin = 0; bin < BINS * pipes.lanes; bin++) {
    if (bins[bin] !== 0) stripBar(ctx, pipes, bin, (bins[bin] as number) / max, isBack);
  }
  ctx.fillStyle = scene.fills.wire;
  ctx.fill();
  ctx.strokeStyle = scene.palette.accent[scene.side];
  ctx.lineWidth = 1;
  ctx.stroke();
}

/**
 * Replaces the bins of this instant by their means, and returns what fills half a lane: three times the mean of
 * all bins, which changes slowly.
 */
function blend({ means, layout }: Scene, isBack: boolean): number {
  if (!means) return FULL_FROM;
  const count = BINS * layout.pipes.lanes;
  const first = isBack ? means.wire.length / 2 : 0;
  let sum = 0;
  for (let bin = 0; bin < count; bin++) {
    const mean = meanOf(means.wire, first + bin, means.weight, bins[bin] as number);
    bins[bin] = mean < MIN_MEAN ? 0 : mean;
    sum += mean;
  }
  return Math.max(FULL_FROM, (FULL_PER_MEAN * sum) / count);
}

function stripBar(
  ctx: CanvasRenderingContext2D,
  pipes: Pipes,
  bin: number,
  share: number,
  isBack: boolean,
): void {
  const { area, isTall, step } = pipes;
  const length = (isTall ? area.h : area.w) / BINS;
  const size = Math.max(2, step * 0.42 * Math.min(1, share));
  const middle = step * (Math.floor(bin / BINS) + (isBack ? 0.75 : 0.25));
  const along = (bin % BINS) * length;
  if (isTall) ctx.rect(area.x + middle - size / 2, area.y + along, size, length);
  else ctx.rect(area.x + along, area.y + middle - size / 2, length, size);
}
