/** What the threads of a server are at, in words beside their bars: also for which connection, if that fits. */
import type { Frame } from '../model/playback/frame.ts';
import type { Scene } from './places.ts';
import { fillAboveDots, fontOf } from './text.ts';
import { letterOf, threadWords } from './threads.ts';
import { ACTIVITY } from './vocabulary.ts';

/** Paints them, above the dots on their way. */
export function paintRowWords(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { palette, text, layout } = scene;
  ctx.fillStyle = palette.ink;
  for (const { lane, words } of layout.others) {
    if (!words) continue;
    const { x, y, w, sizePx } = words;
    ctx.font = fontOf(text, sizePx);
    const own = threadWords(frame, scene, lane, w, sizePx);
    const all = fullWords(frame, scene, lane, own);
    fillAboveDots(ctx, text.measure(all, sizePx) <= w ? all : own, x, y, palette.panel);
  }
}

/** With the connection it works on; of a main thread at the barrier, what it waits for. */
function fullWords(frame: Frame, { palette, text, layout }: Scene, lane: number, own: string): string {
  const letter = letterOf(palette, frame, lane);
  const isMain = layout.nodes[0]?.lane === lane;
  if (isMain && frame.threads.shown.activity[lane] === ACTIVITY.spin) {
    const barrier = text.message('stage.thread.barrier');
    return `${letter} ${barrier}`;
  }
  const connection = frame.threads.connection[lane] as number;
  // Without what it is at, the connection alone would say nothing.
  if (connection < 0 || own === letter) return own;
  const name = text.message('stage.thread.connection');
  return `${own} ${name} ${text.count(connection + 1)}`;
}
