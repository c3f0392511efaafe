/** Paints one side of the stage: all painters in z-order. */
import type { Frame } from '../model/playback/frame.ts';
import { counterValue } from './counters.ts';
import { cellX, cellY } from './geometry.ts';
import { paintStrips } from './link.ts';
import { paintLoops, paintLoopWords } from './loops.ts';
import { advanceMeans, isMeanCrowd } from './means.ts';
import { paintDots } from './part-dots.ts';
import { placeDots } from './place.ts';
import type { Scene } from './places.ts';
import { paintMeanTrays, paintSlots, paintTrayLevels } from './queues.ts';
import { paintServer, paintServerWords } from './server.ts';
import { fontOf } from './text.ts';
import { paintCallers, paintOthers } from './threads.ts';

/** Duration of a dot's transition, seconds on screen. */
const GLIDE_SECONDS = 0.14;

/** State besides the frame that may change per frame. */
export interface Moment {
  /** Model ns per second on screen; 0 when stepping: no transitions. */
  readonly speed: number;
  /** Whether it plays, so that means over time may be drawn. */
  readonly isPlaying?: boolean;
  /** Highlighted request, or −1. */
  readonly request: number;
}

/** Paints everything that moves. The backdrop is on its own canvas below. */
export function paintFrame(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, moment: Moment): void {
  const { layout, dots, isReduced, means } = scene;
  ctx.clearRect(0, 0, layout.width, layout.height);
  if (!frame.known) return;
  if (means) advanceMeans(means, frame, layout, moment.isPlaying && !isReduced ? moment.speed : 0);
  const isCrowd = isMeanCrowd(scene);
  placeDots(dots, frame, layout, isReduced ? 0 : moment.speed * GLIDE_SECONDS, isCrowd);
  paintCallers(ctx, frame, scene);
  if (layout.slots) paintSlots(ctx, frame, scene, layout.slots);
  if (layout.loops) paintLoops(ctx, frame, scene, layout.loops);
  paintStrips(ctx, frame, scene);
  paintServer(ctx, frame, scene);
  paintOthers(ctx, frame, scene);
  if (isCrowd) paintMeanTrays(ctx, frame, scene);
  else paintTrayLevels(ctx, frame, scene);
  // Undrawn dots cannot be picked.
  if (isReduced) dots.single.fill(0);
  else (layout.paintDots ?? paintDots)(ctx, frame, scene);
  if (layout.loops) paintLoopWords(ctx, frame, scene, layout.loops);
  paintServerWords(ctx, frame, scene);
  layout.paintRowWords?.(ctx, frame, scene);
  paintPointedOut(ctx, frame, scene, moment);
  paintCounts(ctx, frame, scene);
}

function paintPointedOut(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, moment: Moment): void {
  const { dots, layout, palette } = scene;
  const { requests } = frame;
  ctx.strokeStyle = palette.focus;
  ctx.lineWidth = 2;
  let lane = -1;
  if (moment.request >= 0) {
    for (let i = 0; i < requests.count; i++) {
      if (requests.id[i] !== moment.request) continue;
      // Its parts, too: they are in flight while it waits at its caller.
      if (requests.isPart[i] === 0) lane = requests.caller[i] as number;
      if (scene.isReduced || dots.single[i] !== 1) continue;
      ctx.beginPath();
      ctx.arc(dots.x[i] as number, dots.y[i] as number, layout.dot + 3.5, 0, 2 * Math.PI);
      ctx.stroke();
    }
  }
  const { callers } = layout;
  if (lane >= 0 && lane < layout.run.callers && callers.form !== 'levels') {
    const { grid } = callers;
    ctx.strokeRect(cellX(grid, lane) - 0.5, cellY(grid, lane) - 0.5, grid.stepX + 1, grid.stepY + 1);
  }
}

/** The counters. */
function paintCounts(ctx: CanvasRenderingContext2D, frame: Frame, { layout, palette, text }: Scene): void {
  ctx.font = fontOf(text, layout.sizePx, true);
  ctx.textAlign = 'right';
  ctx.fillStyle = palette.ink;
  for (const { key, numberX, y, isOptional } of layout.counters) {
    const value = counterValue(key, frame);
    if (value > 0 || !isOptional) ctx.fillText(text.count(value), numberX, y);
  }
  ctx.textAlign = 'left';
  ctx.font = fontOf(text, layout.sizePx);
  ctx.fillStyle = palette.inkSoft;
  for (const { key, lines, textX, y, isOptional } of layout.counters) {
    if (!isOptional || counterValue(key, frame) === 0) continue;
    for (let i = 0; i < lines.length; i++) {
      ctx.fillText(lines[i] as string, textX, y + i * Math.round(layout.sizePx * 1.35));
    }
  }
}
