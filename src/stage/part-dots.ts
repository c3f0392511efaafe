/**
 * With batches in several parts, the dots of one batch share a style: solid, ring, half or core. The last
 * missing part of a batch has a ring: it is the slowest.
 */
import type { Frame } from '../model/playback/frame.ts';
import { PART_SIZE } from './node-places.ts';
import type { Scene } from './places.ts';

/** Number of styles that distinguish batches. */
const MARKS = 4;

/** Width of the outline that separates neighbours. */
const RIM = 0.9;

/** All requests drawn singly, each with a thin outline. */
export const paintDots = (ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void =>
  paintSolid(ctx, frame, scene, -1);

/**
 * Dots form one path. Outlines separate them from the background and the two colours from each other. They
 * are opaque: translucent ones would accumulate where many dots overlap.
 */
function paintSolid(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, mark: number): void {
  const { palette, side } = scene;
  path(ctx, frame, scene, mark, 1, 0, 2 * Math.PI);
  ctx.strokeStyle = palette.paper;
  ctx.lineWidth = RIM;
  ctx.stroke();
  ctx.fillStyle = palette.accent[side];
  ctx.fill();
  ctx.strokeStyle = palette.rim[side];
  ctx.stroke();
}

/** Makes the dots of one style the current path; −1 = all. */
function path(
  ctx: CanvasRenderingContext2D,
  { requests }: Frame,
  { dots, layout }: Scene,
  mark: number,
  share: number,
  from: number,
  to: number,
): void {
  ctx.beginPath();
  for (let i = 0; i < requests.count; i++) {
    if (dots.single[i] !== 1 || (mark >= 0 && (requests.id[i] as number) % MARKS !== mark)) continue;
    const x = dots.x[i] as number;
    const y = dots.y[i] as number;
    const radius = layout.dot * share * (requests.isPart[i] === 1 ? PART_SIZE : 1);
    ctx.moveTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
    ctx.arc(x, y, radius, from, to);
  }
}

/** Above this number of parts, the last parts are not marked. */
const MAX_COUNTED = 300;

/** All requests and parts drawn singly. */
export function paintPartDots(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const hasParts = frame.requests.count > frame.inProgress;
  if (!hasParts) {
    paintDots(ctx, frame, scene);
    return;
  }
  for (let mark = 0; mark < MARKS; mark++) paintMark(ctx, frame, scene, mark);
  if (frame.requests.count <= MAX_COUNTED) paintLast(ctx, frame, scene);
}

function paintMark(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, mark: number): void {
  const { palette, side } = scene;
  if (mark === 0) {
    paintSolid(ctx, frame, scene, mark);
    return;
  }
  path(ctx, frame, scene, mark, 1, 0, 2 * Math.PI);
  ctx.fillStyle = palette.paper;
  ctx.fill();
  ctx.strokeStyle = palette.accent[side];
  ctx.lineWidth = 1.8;
  ctx.stroke();
  if (mark < 2) return;
  if (mark === 2) path(ctx, frame, scene, mark, 1, Math.PI / 2, (3 * Math.PI) / 2);
  else path(ctx, frame, scene, mark, 0.45, 0, 2 * Math.PI);
  ctx.fillStyle = palette.accent[side];
  ctx.fill();
}

function paintLast(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  { dots, layout, palette, side }: Scene,
): void {
  const { requests } = frame;
  ctx.beginPath();
  for (let i = 0; i < requests.count; i++) {
    if (requests.isPart[i] === 0 || dots.single[i] !== 1 || !isLastPart(frame, i)) continue;
    const x = dots.x[i] as number;
    const y = dots.y[i] as number;
    const radius = layout.dot * PART_SIZE + 3;
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
  }
  ctx.strokeStyle = palette.accent[side];
  ctx.lineWidth = 1.2;
  ctx.stroke();
}

/** Whether a part is the last one its batch waits for. */
function isLastPart({ requests }: Frame, part: number): boolean {
  for (let i = 0; i < requests.count; i++) {
    if (i !== part && requests.isPart[i] === 1 && requests.id[i] === requests.id[part]) return false;
  }
  return true;
}
