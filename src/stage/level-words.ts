/**
 * Too many callers for cells, on a narrow screen, where no legend is in sight: each state in words with its count, and below them a
 * bar as long as its share of the callers.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { Scene } from './places.ts';
import { legendKey } from './state-words.ts';
import { fontOf, shorten } from './text.ts';
import { outline } from './threads.ts';
import { STATE_NAMES } from './vocabulary.ts';

const COLUMNS = 2;
/** Lines of states, one below the other. */
export const LEVEL_ROWS = Math.ceil(STATE_NAMES.length / COLUMNS);
/** Height of such a line with its bar, in the size of its words. */
export const LEVEL_STEP = 1.5;
/** Share of the width that the left column has: what is longest to say stands there. */
const LEFT_COLUMN = 0.55;

/** The size of its words. */
export const levelSize = (sizePx: number): number => Math.max(11, sizePx - 1);

/** Paints the counts of all states of the callers, two by two. */
export function paintLevelWords(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, palette, fills, text } = scene;
  const { area } = layout.callers;
  const sizePx = levelSize(layout.sizePx);
  const numberW = text.measure(text.count(layout.run.callers), sizePx) + sizePx * 0.4;
  const step = Math.min(area.h / LEVEL_ROWS, sizePx * 2);
  const gap = sizePx * 0.8;
  const leftW = area.w * LEFT_COLUMN;
  // Only Redis waits for the disk.
  const callers = [{ ...layout.run, waitsForDisk: false }];
  ctx.font = fontOf(text, sizePx);
  ctx.textBaseline = 'middle';
  STATE_NAMES.forEach((name, state) => {
    const count = frame.callersByState[state] as number;
    const isLeft = state % COLUMNS === 0;
    const x = isLeft ? area.x : area.x + leftW;
    const w = isLeft ? leftW - gap : area.w - leftW;
    const y = area.y + Math.floor(state / COLUMNS) * step;
    const words = `${palette.states[name].letter} ${text.message(legendKey(name, callers))}`;
    ctx.fillStyle = palette.inkSoft;
    ctx.textAlign = 'left';
    ctx.fillText(
      shorten(words, w - numberW, (line) => text.measure(line, sizePx)),
      x,
      y + step * 0.35,
    );
    ctx.fillStyle = palette.ink;
    ctx.textAlign = 'right';
    ctx.fillText(text.count(count), x + w, y + step * 0.35);
    if (count === 0) return;
    ctx.beginPath();
    ctx.rect(x, y + step * 0.68, (w * count) / layout.run.callers, step * 0.25);
    ctx.fillStyle = fills[name];
    ctx.fill();
    outline(ctx, scene, name);
  });
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
}
