/** Requests as dots, and parts of batches as smaller ones. */
import type { Frame } from '../model/playback/frame.ts';
import { PART_SIZE } from './nodes.ts';
import type { Scene } from './places.ts';

/** Looks that tell batches apart: as many as there are kinds of marks. */
export const MARKS = 4;

/** Width of the rim that keeps neighbours apart. */
const RIM = 0.9;

/** All requests that are drawn singly, each with a thin rim so that neighbours stay apart. */
export const paintDots = (ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void =>
  paintSolid(ctx, frame, scene, -1);

/**
 * The dots are one path: rims of paper set them off from what lies below, rims between both colours from each other. Those are
 * opaque: translucent ones add up where many dots lie on one spot, and cover it.
 */
export function paintSolid(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, mark: number): void {
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

/** The dots of one mark, or with −1 all, as the current path. */
export function path(
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
