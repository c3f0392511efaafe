/**
 * Callers, and threads without their own place: each shows its state by colour, pattern, height and, if there
 * is room, text.
 */

import type { Appearance, Palette } from '../lib/palette.ts';
import { noRequest } from '../model/engine/generated/abi.ts';
import type { Frame } from '../model/playback/frame.ts';
import { cellX, cellY, type Rect } from './geometry.ts';
import type { Scene } from './places.ts';
import { laneStateKey } from './state-words.ts';
import { fontOf } from './text.ts';
import { ACTIVITY, activityName, appearanceOf, STATE_NAMES, stateWord, styleOf } from './vocabulary.ts';

/** Paints all callers. */
export function paintCallers(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { callers, paintLevels: paintWords = paintLevels } = scene.layout;
  const paint = { cells: paintCells, rows: paintRows, levels: paintWords }[callers.form];
  paint(ctx, frame, scene);
}

/** One cell per caller, one path per state. */
function paintCells(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, fills, palette } = scene;
  const { grid } = layout.callers;
  const gap = grid.stepX < 8 ? 0.5 : 1;
  const w = grid.stepX - 2 * gap;
  const full = grid.stepY - 2 * gap;
  for (let state = 0; state < STATE_NAMES.length; state++) {
    const name = STATE_NAMES[state] as (typeof STATE_NAMES)[number];
    const { height } = palette.states[name];
    const h = Math.max(1.5, full * height);
    ctx.beginPath();
    for (let lane = 0; lane < layout.run.callers; lane++) {
      if (frame.threads.shown.state[lane] !== state) continue;
      ctx.rect(cellX(grid, lane) + gap, cellY(grid, lane) + gap + full - h, w, h);
    }
    ctx.fillStyle = fills[name];
    ctx.fill();
    outline(ctx, scene, name);
  }
  ctx.beginPath();
  for (let lane = 0; lane < layout.run.callers; lane++) {
    if (frame.threads.shown.isHeld[lane] === 1)
      cap(ctx, cellX(grid, lane) + gap, cellY(grid, lane) + gap, w, full);
  }
  ctx.fillStyle = fills.cap;
  ctx.fill();
}

/** Adds the end of an extended bar to the current path. */
function cap(ctx: CanvasRenderingContext2D, x: number, y: number, w: number, h: number): void {
  const barWidth = Math.min(w / 2, Math.max(3, w * 0.2));
  ctx.rect(x + w - barWidth, y, barWidth, h);
}

/** Outlines a pale fill against the background. */
export function outline(ctx: CanvasRenderingContext2D, { palette }: Scene, name: Appearance): void {
  if (name !== 'runnable' && name !== 'waitReply') return;
  ctx.strokeStyle = palette.outline;
  ctx.lineWidth = 0.75;
  ctx.stroke();
}

/** Geometry of a labelled row: number, bar, text, and room for the dot. */
export function rowParts(
  scene: Scene,
  lane: number,
): { label: number; bar: Rect; words: number; wordsW: number } {
  const { layout } = scene;
  const { grid } = layout.callers;
  const x = cellX(grid, lane);
  const y = cellY(grid, lane);
  const labelW = layout.sizePx * 2;
  const dotW = layout.dot * 4.4;
  const room = grid.stepX - labelW - dotW;
  const barW = Math.max(12, Math.min(room * 0.36, layout.sizePx * 8));
  const barH = Math.min(grid.stepY * 0.72, layout.sizePx * 1.7);
  const bar = { x: x + labelW, y: y + (grid.stepY - barH) / 2, w: barW, h: barH };
  return { label: x, bar, words: bar.x + barW + 5, wordsW: room - barW - 8 };
}

function paintRows(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, palette, text } = scene;
  ctx.font = fontOf(text, Math.max(11, layout.sizePx - 1));
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (let lane = 0; lane < layout.run.callers; lane++) {
    const { bar, words, wordsW } = rowParts(scene, lane);
    paintBar(ctx, frame, scene, lane, bar);
    const label = threadWords(frame, scene, lane, wordsW);
    ctx.fillStyle = palette.ink;
    ctx.fillText(label, words, bar.y + bar.h / 2);
  }
  ctx.textBaseline = 'alphabetic';
}

/** A thread's bar with its state's fill and height, at the bottom of `box`. */
export function paintBar(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  lane: number,
  box: Rect,
): void {
  const { shown } = frame.threads;
  const name = appearanceOf(shown.state[lane] as number, shown.activity[lane] as number);
  if (name === undefined) return;
  const h = Math.max(2, box.h * scene.palette.states[name].height);
  ctx.beginPath();
  ctx.rect(box.x, box.y + box.h - h, box.w, h);
  ctx.fillStyle = scene.fills[name];
  ctx.fill();
  outline(ctx, scene, name);
  if (shown.isHeld[lane] !== 1) return;
  ctx.beginPath();
  cap(ctx, box.x, box.y, box.w, box.h);
  ctx.fillStyle = scene.fills.cap;
  ctx.fill();
}

/** The letter of a thread's visible state. */
export const letterOf = (palette: Palette, { threads: { shown } }: Frame, lane: number): string | undefined =>
  styleOf(palette, shown.state[lane] as number, shown.activity[lane] as number)?.letter;

/** Letter and activity, or letter and state, or the letter alone, whichever fits into `width`. */
export function threadWords(
  frame: Frame,
  scene: Scene,
  lane: number,
  width: number,
  sizePx = Math.max(11, scene.layout.sizePx - 1),
): string {
  const letter = letterOf(scene.palette, frame, lane);
  if (letter === undefined) return '';
  const words = `${letter} ${workWords(frame, scene, lane)}`;
  return scene.text.measure(words, sizePx) <= width ? words : letter;
}

/** A thread's activity in one or two words. */
export function workWords(frame: Frame, { text, layout: { run } }: Scene, lane: number): string {
  const { shown } = frame.threads;
  const activity = shown.activity[lane] as number;
  if (activity !== ACTIVITY.none) return text.message(`activity.${activityName(activity)}`);
  const name = stateWord(shown.state[lane] as number);
  const hasRequest = frame.threads.request[lane] !== noRequest;
  return name === undefined ? '' : text.message(laneStateKey(run, lane, name, hasRequest));
}

/** Minimum line spacing, in font sizes. */
const MIN_STEP = 1.15;
/** Minimum room of a bar with its letter and gaps, in font sizes. */
const MIN_BAR = 3.4;

/** For too many callers: a bar per state with its share of the callers; side by side if texts would touch. */
function paintLevels(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, palette, fills, text } = scene;
  const { area } = layout.callers;
  const sizePx = Math.max(11, layout.sizePx - 1);
  const numberW = text.measure(text.count(layout.run.callers), sizePx) + sizePx * 0.4;
  const rowsBelow = Math.floor(area.h / (sizePx * MIN_STEP));
  // More columns would leave no room for bars.
  const mostCols = Math.max(1, Math.floor(area.w / (numberW + MIN_BAR * sizePx)));
  const cols = Math.min(mostCols, Math.ceil(STATE_NAMES.length / Math.max(1, rowsBelow)));
  const step = area.h / Math.ceil(STATE_NAMES.length / cols);
  const colW = area.w / cols;
  const barW = colW - (cols > 1 ? sizePx * 0.8 : 0) - numberW - sizePx * 1.4;
  ctx.font = fontOf(text, sizePx);
  ctx.textBaseline = 'middle';
  STATE_NAMES.forEach((name, state) => {
    const count = frame.callersByState[state] as number;
    const x = area.x + (state % cols) * colW;
    const y = area.y + Math.floor(state / cols) * step;
    const w = (barW * count) / layout.run.callers;
    ctx.fillStyle = palette.inkSoft;
    ctx.textAlign = 'left';
    ctx.fillText(palette.states[name].letter, x, y + step / 2);
    if (count > 0) {
      ctx.beginPath();
      ctx.rect(x + sizePx * 1.4, y + step * 0.15, w, step * 0.7);
      ctx.fillStyle = fills[name];
      ctx.fill();
      outline(ctx, scene, name);
    }
    ctx.fillStyle = palette.ink;
    ctx.textAlign = 'right';
    ctx.fillText(text.count(count), x + sizePx * 1.4 + barW + numberW, y + step / 2);
  });
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
}

/** Threads without their own place, as small bars. */
export function paintOthers(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  for (const { lane, box } of scene.layout.others) paintBar(ctx, frame, scene, lane, box);
}
