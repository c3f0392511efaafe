/** Event loops that own connections: each a wheel of what its thread does in turn, and what it is at in words where there is room. */
import type { Frame } from '../playback/frame.ts';
import { cellX, cellY, type Rect } from './geometry.ts';
import { firstLane } from './lanes.ts';
import type { LoopsPlace, Wheel } from './places.ts';
import type { Scene } from './scene.ts';
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

/** Least diameter of a wheel, in the size of the letters. */
const LEAST_WHEEL = 1.4;

/** Where in a loop's box its wheel and its words stand; in a flat box a bar, as a wheel would be too small to be read. */
export function loopParts(
  scene: Scene,
  core: Rect,
): { wheel: Wheel | null; bar: Rect; words: { x: number; y: number; w: number } | null } {
  const { sizePx } = scene.layout;
  const hasWords = core.h >= sizePx * 4.4 && core.w >= sizePx * 4;
  const most = Math.min(core.w * 0.7, sizePx * 3.8);
  const size = Math.min(core.h * (hasWords ? 0.46 : 0.8), most);
  const band = Math.max(3, Math.min(sizePx * 0.8, size * 0.24));
  const x = core.x + core.w / 2;
  const top = core.y + (core.h - size - (hasWords ? sizePx * 2.2 : 0)) / 2;
  const words = hasWords ? { x, y: top + size + sizePx * 1.35, w: core.w - sizePx * 0.6 } : null;
  const [barW, barH] = [Math.min(core.w * 0.5, sizePx * 3.4), core.h * 0.7];
  return {
    wheel: size < sizePx * LEAST_WHEEL ? null : { x, y: top + size / 2, radius: (size - band) / 2, band },
    bar: { x: x - barW / 2, y: core.y + (core.h - barH) / 2, w: barW, h: barH },
    words,
  };
}

/** What the loops are at. */
export function paintLoops(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  loops: LoopsPlace,
): void {
  const first = firstLane(scene.layout.run, 'eventLoop');
  const { shown } = frame.threads;
  for (let loop = 0; loop < loops.active; loop++) {
    const lane = first + loop;
    if (loops.form === 'cells') {
      const { grid } = loops;
      const box = {
        x: cellX(grid, loop) + 1,
        y: cellY(grid, loop) + 1,
        w: grid.stepX - 2,
        h: grid.stepY - 2,
      };
      paintBar(ctx, frame, scene, lane, box);
      continue;
    }
    const core = loops.cores[loop];
    if (!core) continue;
    const { wheel, bar } = loopParts(scene, core);
    if (!wheel) {
      paintBar(ctx, frame, scene, lane, bar);
      continue;
    }
    const part = loopPart(shown.state[lane] as number, shown.activity[lane] as number);
    paintLit(ctx, frame, scene, wheel, {
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
  const first = firstLane(layout.run, 'eventLoop');
  const sizePx = Math.max(11, layout.sizePx - 1);
  ctx.font = fontOf(text, sizePx);
  ctx.textAlign = 'center';
  ctx.fillStyle = palette.ink;
  for (let loop = 0; loop < loops.active; loop++) {
    const core = loops.cores[loop];
    const words = core && loopParts(scene, core).words;
    if (!words) continue;
    const lines = text.lines(workWords(frame, scene, first + loop), words.w, sizePx);
    for (let i = 0; i < lines.length; i++)
      fillAboveDots(ctx, lines[i] as string, words.x, words.y + i * sizePx * 1.2, palette.paper);
  }
  ctx.textAlign = 'left';
}
