/**
 * The client's I/O threads. An event loop is a wheel of its loop phases, with its activity as text if it
 * fits. A writer and a reader are bars at the outgoing and the incoming side.
 */
import type { Frame } from '../model/playback/frame.ts';
import { cellX, cellY, type Rect } from './geometry.ts';
import type { LoopsPlace, Scene, Wheel } from './places.ts';
import { fillAboveDots, fontOf } from './text.ts';
import { paintBar, workWords } from './threads.ts';
import { type ActivityName, activityName, STATE } from './vocabulary.ts';
import { paintLit, threadsOf } from './wheel.ts';

/**
 * Phases of a client's event loop: it waits in epoll_wait(), reads and decodes replies, and runs tasks, which
 * write.
 */
export const LOOP_PARTS = ['wait', 'read', 'tasks'] as const;
export type LoopPart = (typeof LOOP_PARTS)[number];

/** Loop phase of an activity; unlisted ones are tasks. Reading wakes callers. */
const PART_OF: Readonly<Partial<Record<ActivityName, LoopPart>>> = {
  epollWait: 'wait',
  poll: 'wait',
  read: 'read',
  readEmpty: 'read',
  decode: 'read',
  resume: 'read',
  futexWake: 'read',
};

/** The loop phase of an event-loop thread; null while it has no core. */
export function loopPart(state: number, activity: number): LoopPart | null {
  if (state === STATE.idle || state === STATE.waitReply) return 'wait';
  if (state !== STATE.user && state !== STATE.kernel) return null;
  return PART_OF[activityName(activity)] ?? 'tasks';
}

/** Minimum diameter of a wheel, CSS pixels: about that of a node's ring in a flat row. */
const MIN_WHEEL = 12;

/**
 * Positions of wheel and text in a box. A flat box has a bar, since a wheel would be unreadable. Several
 * threads have one bar each.
 */
export function loopParts(
  { layout }: Scene,
  core: Rect,
  threads: number,
): { wheel: Wheel | null; bars: readonly Rect[]; words: { x: number; y: number; w: number } | null } {
  const { sizePx } = layout;
  if (threads > 1) return { wheel: null, bars: waysOf(layout, core, threads), words: null };
  const hasWords = core.h >= sizePx * 4.4 && core.w >= sizePx * 4;
  const max = Math.min(core.w * 0.7, sizePx * 3.8);
  const size = Math.min(core.h * (hasWords ? 0.46 : 0.85), max);
  const band = Math.max(3, Math.min(sizePx * 0.8, size * 0.24));
  const x = core.x + core.w / 2;
  const top = core.y + (core.h - size - (hasWords ? sizePx * 2.2 : 0)) / 2;
  const words = hasWords ? { x, y: top + size + sizePx * 1.35, w: core.w - sizePx * 0.6 } : null;
  return {
    wheel: size < MIN_WHEEL ? null : { x, y: top + size / 2, radius: (size - band) / 2, band },
    bars: [barIn(core, sizePx)],
    words,
  };
}

function barIn(box: Rect, sizePx: number): Rect {
  const [w, h] = [Math.min(box.w * 0.5, sizePx * 3.4), Math.min(box.h * 0.7, sizePx * 3.4)];
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
}

/** One bar per thread, side by side across the wire's direction. */
const waysOf = ({ pipes, sizePx }: Scene['layout'], { x, y, w, h }: Rect, threads: number): readonly Rect[] =>
  Array.from({ length: threads }, (_, i) =>
    barIn(
      pipes.isTall
        ? { x: x + (i * w) / threads, y, w: w / threads, h }
        : { x, y: y + (i * h) / threads, w, h: h / threads },
      sizePx,
    ),
  );

/** The activity of the loops. */
export function paintLoops(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  loops: LoopsPlace,
): void {
  const threads = threadsOf(frame, scene);
  const { form, grid } = loops;
  for (let loop = 0; loop < loops.active; loop++) {
    const lanes = loops.lanes[loop] as readonly number[];
    const [lane] = lanes as [number];
    const core = loops.cores[loop];
    const parts = form === 'boxes' && core ? loopParts(scene, core, lanes.length) : null;
    if (!parts?.wheel) {
      const w = grid.stepX / lanes.length;
      const y = cellY(grid, loop) + 1;
      for (let i = 0; i < lanes.length; i++) {
        const cell = { x: cellX(grid, loop) + i * w + 1, y, w: w - 2, h: grid.stepY - 2 };
        paintBar(ctx, frame, scene, lanes[i] as number, parts?.bars[i] ?? cell);
      }
      continue;
    }
    const part = loopPart(threads.state[lane] as number, threads.activity[lane] as number);
    paintLit(ctx, frame, scene, parts.wheel, {
      lane,
      part: part ? LOOP_PARTS.indexOf(part) : -1,
      parts: LOOP_PARTS.length,
    });
  }
}

/** The activity as text, if it fits, above the moving dots. */
export function paintLoopWords(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  loops: LoopsPlace,
): void {
  if (loops.form === 'cells') return;
  const { layout, palette, text } = scene;
  const sizePx = Math.max(11, layout.sizePx - 1);
  ctx.font = fontOf(text, sizePx);
  ctx.textAlign = 'center';
  ctx.fillStyle = palette.ink;
  for (let loop = 0; loop < loops.active; loop++) {
    const core = loops.cores[loop];
    const lanes = loops.lanes[loop] as readonly number[];
    const words = core && loopParts(scene, core, lanes.length).words;
    if (!words) continue;
    const lines = text.lines(workWords(frame, scene, lanes[0] as number), words.w, sizePx);
    for (let i = 0; i < lines.length; i++)
      fillAboveDots(ctx, lines[i] as string, words.x, words.y + i * sizePx * 1.2, palette.paper);
  }
  ctx.textAlign = 'left';
}
