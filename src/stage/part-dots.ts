/**
 * Where batches are under way in parts, the dots of one batch look alike: solid, ring, half or core. The last part that a batch waits
 * for has a ring around it: it is the slowest.
 */
import type { Frame } from '../model/playback/frame.ts';
import { MARKS, paintDots, paintSolid, path } from './dots.ts';
import { PART_SIZE } from './nodes.ts';
import type { Scene } from './places.ts';

/** Up to this many parts it is worth looking for those that are the last of their batch. */
const MAX_COUNTED = 300;

/** All requests and parts that are drawn singly. */
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
    if (requests.isPart[i] === 0 || dots.single[i] !== 1 || !isAlone(frame, i)) continue;
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

/** Whether a part is the only one that its batch still waits for. */
function isAlone({ requests }: Frame, part: number): boolean {
  for (let i = 0; i < requests.count; i++) {
    if (i !== part && requests.isPart[i] === 1 && requests.id[i] === requests.id[part]) return false;
  }
  return true;
}
