/**
 * Highlights of the thread timeline, on the canvas above it: outlines around a request's bars, a frame around
 * a thread's name.
 */
import type { RequestInterval } from '../model/analysis/timeline.ts';
import { type TimelineScene, type TimeView, xAt } from './timeline.ts';
import { type Band, barsOf } from './timeline-request.ts';

export interface TimelineLight {
  /** Lane of the thread, or −1. */
  readonly lane: number;
  /** The request, or −1, and its bars in the rows. */
  readonly request: number;
  readonly stretches: readonly RequestInterval[];
}

/** Minimum width of an outline, CSS pixels, so that zero-length spans are visible. */
const MIN_WIDTH = 3;
const LINE = 2;

/** Paints the highlights on top. */
export function paintLight(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  view: TimeView,
  { lane, request, stretches }: TimelineLight,
): void {
  const { focus } = scene.palette;
  for (const { row, fromNs, toNs } of stretches) {
    const placed = scene.rows.find((each) => each.row === row);
    if (placed) outline(ctx, scene, view, fromNs, toNs, placed, focus);
  }
  if (scene.request?.id === request) {
    const [bar] = barsOf(scene.request, scene.sizePx);
    const { legs } = scene.request;
    outline(ctx, scene, view, legs[0]?.fromNs ?? 0, legs.at(-1)?.toNs ?? 0, bar, focus);
  }
  const thread = scene.rows.find(({ row }) => row.kind === 'lane' && row.lane === lane);
  if (thread) frameName(ctx, scene, thread, focus);
}

/** The selected bar, and the name of its row. */
export function paintChosen(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  view: TimeView,
  { row, fromNs, toNs }: RequestInterval,
): void {
  const placed = scene.rows.find((each) => each.row === row);
  if (!placed) return;
  ctx.setLineDash([4, 2]);
  outline(ctx, scene, view, fromNs, toNs, placed, scene.palette.ink);
  frameName(ctx, scene, placed, scene.palette.ink);
  ctx.setLineDash([]);
}

function outline(
  ctx: CanvasRenderingContext2D,
  scene: TimelineScene,
  view: TimeView,
  fromNs: number,
  toNs: number,
  { y, h }: Band,
  colour: string,
): void {
  const x0 = Math.max(scene.left, xAt(scene, view, fromNs));
  const x1 = Math.min(scene.width, xAt(scene, view, toNs));
  if (x1 < scene.left || x0 > scene.width) return;
  const half = Math.max(0, MIN_WIDTH - (x1 - x0)) / 2;
  ctx.lineWidth = LINE;
  // Background colour around it, for contrast with any fill.
  ctx.strokeStyle = scene.palette.paper;
  ctx.strokeRect(x0 - half - LINE, y - LINE, x1 - x0 + 2 * (half + LINE), h + 2 * LINE);
  ctx.strokeStyle = colour;
  ctx.strokeRect(x0 - half, y, x1 - x0 + 2 * half, h);
}

function frameName(
  ctx: CanvasRenderingContext2D,
  { left }: TimelineScene,
  { y, h }: Band,
  colour: string,
): void {
  ctx.lineWidth = LINE;
  ctx.strokeStyle = colour;
  ctx.strokeRect(LINE / 2, y + LINE / 2, left - LINE * 1.5, h - LINE);
}
