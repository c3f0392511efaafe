/**
 * Who does the I/O of connections for all callers. An event loop is a wheel of what its thread does in turn, and what it is at in words
 * where there is room; a writer and a reader are bars, at the way out and at the way back.
 */
import type { Frame } from '../model/playback/frame.ts';
import { cellX, cellY, type Rect } from './geometry.ts';
import type { LoopsPlace, Scene, Wheel } from './places.ts';
import { fillAboveDots, fontOf } from './text.ts';
import { paintBar, workWords } from './threads.ts';
import { type ActivityName, activityName, STATE } from './vocabulary.ts';
import { paintLit } from './wheel.ts';

/** The parts of a client's event loop in its order: it waits in epoll_wait(), reads and decodes replies, and runs tasks, which write. */
export const LOOP_PARTS = ['wait', 'read', 'tasks'] as const;
export type LoopPart = (typeof LOOP_PARTS)[number];

/** The part of the loop that an activity belongs to; whatever is not named is a task. Callers are woken by what has been read. */
const PART_OF: Readonly<Partial<Record<ActivityName, LoopPart>>> = {
  epollWait: 'wait',
  poll: 'wait',
  read: 'read',
  readEmpty: 'read',
  decode: 'read',
  resume: 'read',
  futexWake: 'read',
};

/** The part of the loop an event loop's thread is at; none while it has no core. */
export function loopPart(state: number, activity: number): LoopPart | null {
  if (state === STATE.idle || state === STATE.waitReply) return 'wait';
  if (state !== STATE.user && state !== STATE.kernel) return null;
  return PART_OF[activityName(activity)] ?? 'tasks';
}

/** Least diameter of a wheel, CSS pixels: about that of the ring of a node in a row as flat. */
const LEAST_WHEEL = 12;

/**
 * Where in a box the loop's wheel and its words stand; in a flat box a bar, as a wheel would be too small to be read. Of several
 * threads each has a bar.
 */
export function loopParts(
  { layout }: Scene,
  core: Rect,
  threads: number,
): { wheel: Wheel | null; bars: readonly Rect[]; words: { x: number; y: number; w: number } | null } {
  const { sizePx } = layout;
  if (threads > 1) return { wheel: null, bars: waysOf(layout, core, threads), words: null };
  const hasWords = core.h >= sizePx * 4.4 && core.w >= sizePx * 4;
  const most = Math.min(core.w * 0.7, sizePx * 3.8);
  const size = Math.min(core.h * (hasWords ? 0.46 : 0.85), most);
  const band = Math.max(3, Math.min(sizePx * 0.8, size * 0.24));
  const x = core.x + core.w / 2;
  const top = core.y + (core.h - size - (hasWords ? sizePx * 2.2 : 0)) / 2;
  const words = hasWords ? { x, y: top + size + sizePx * 1.35, w: core.w - sizePx * 0.6 } : null;
  return {
    wheel: size < LEAST_WHEEL ? null : { x, y: top + size / 2, radius: (size - band) / 2, band },
    bars: [barIn(core, sizePx)],
    words,
  };
}

function barIn(box: Rect, sizePx: number): Rect {
  const [w, h] = [Math.min(box.w * 0.5, sizePx * 3.4), Math.min(box.h * 0.7, sizePx * 3.4)];
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
}

/** A bar for each of several threads, beside each other across the wire like the ways of it. */
const waysOf = ({ pipes, sizePx }: Scene['layout'], { x, y, w, h }: Rect, threads: number): readonly Rect[] =>
  Array.from({ length: threads }, (_, i) =>
    barIn(
      pipes.isTall
        ? { x: x + (i * w) / threads, y, w: w / threads, h }
        : { x, y: y + (i * h) / threads, w, h: h / threads },
      sizePx,
    ),
  );

/** What the loops are at. */
export function paintLoops(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  loops: LoopsPlace,
): void {
  const { shown } = frame.threads;
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
    const part = loopPart(shown.state[lane] as number, shown.activity[lane] as number);
    paintLit(ctx, frame, scene, parts.wheel, {
      lane,
      part: part ? LOOP_PARTS.indexOf(part) : -1,
      parts: LOOP_PARTS.length,
    });
  }
}

/** The same in words, where there is room for them: above the dots on their way to and from the loops. */
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
