/**
 * The server's main thread, or one per node: a ring of its loop phases, with the current one lit in its
 * state's fill.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { firstLane } from './lanes.ts';
import { type NodePlace, RING_PARTS, type Ring, type RingPart, type Scene } from './places.ts';
import { fillAboveDots, fontOf } from './text.ts';
import { letterOf, threadWords, workWords } from './threads.ts';
import { type ActivityName, activityName, STATE, stateName } from './vocabulary.ts';
import { paintLit, threadsOf } from './wheel.ts';

/** Loop phase of an activity; unlisted ones execute commands. */
const PART_OF: Readonly<Partial<Record<ActivityName, RingPart>>> = {
  read: 'read',
  readEmpty: 'read',
  clientTurn: 'read',
  write: 'write',
  epollWait: 'wait',
  poll: 'wait',
  // At the barrier: until the other threads have finished.
  spin: 'wait',
};

/** The loop phase of a server thread; null while it has no core. */
export function ringPart(state: number, activity: number): RingPart | null {
  if (state === STATE.idle || state === STATE.waitReply) return 'wait';
  if (state !== STATE.user && state !== STATE.kernel) return null;
  return PART_OF[activityName(activity)] ?? 'execute';
}

/** Lane of the server's main thread. */
export const mainLane = (run: RunLayout): number => firstLane(run, 'serverMain');

/** Paints every node of the server. */
export function paintServer(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  for (const node of scene.layout.nodes) paintNode(ctx, frame, scene, node);
}

/** The lit part of the ring. */
function paintNode(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, node: NodePlace): void {
  const { ring, lane } = node;
  const threads = threadsOf(frame, scene);
  const state = threads.state[lane] as number;
  if (stateName(state) === undefined) return;
  const part = ringPart(state, threads.activity[lane] as number);
  const litPart = { lane, part: part ? RING_PARTS.indexOf(part) : -1, parts: RING_PARTS.length };
  paintLit(ctx, frame, scene, ring, litPart);
}

/** The activity of the main threads, and the phase names, above the moving dots. */
export function paintServerWords(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { shown } = frame.threads;
  for (const node of scene.layout.nodes) {
    const state = shown.state[node.lane] as number;
    if (stateName(state) === undefined) continue;
    paintPartNames(ctx, scene, node.ring, ringPart(state, shown.activity[node.lane] as number));
    if (node.words) paintWords(ctx, frame, scene, node);
    else paintCentre(ctx, frame, scene, node);
  }
}

/** The names of the phases; the current one is bold. */
function paintPartNames(
  ctx: CanvasRenderingContext2D,
  { palette, text }: Scene,
  { labels }: Ring,
  present: RingPart | null,
): void {
  let font = '';
  labels.forEach(({ text: name, x, y, sizePx, align }, i) => {
    const isPresent = RING_PARTS[i] === present;
    const wanted = fontOf(text, sizePx, isPresent);
    // Each font that is set makes the browser bring the style of the page up to date.
    if (wanted !== font) ctx.font = wanted;
    font = wanted;
    ctx.fillStyle = isPresent ? palette.ink : palette.inkSoft;
    ctx.textAlign = align;
    fillAboveDots(ctx, name, x, y, palette.panel);
  });
  ctx.textAlign = 'left';
}

/** Letter and activity next to a node's ring, or only the letter. */
function paintWords(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene, node: NodePlace): void {
  const { palette, text } = scene;
  const { words, lane } = node;
  if (!words) return;
  ctx.font = fontOf(text, words.sizePx);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = palette.ink;
  ctx.fillText(threadWords(frame, scene, lane, words.w, words.sizePx), words.x, words.y);
  ctx.textBaseline = 'alphabetic';
}

function paintCentre(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  { ring, lane }: NodePlace,
): void {
  const { layout, palette, text } = scene;
  const sizePx = Math.max(11, layout.sizePx - 1);
  if (2 * ring.radius - ring.band < sizePx) return;
  const lineHeight = sizePx * 1.25;
  // The letter is above the centre, the text below, where the ring is narrower.
  const inner = ring.radius - ring.band / 2;
  const room = 2 * Math.sqrt(Math.max(0, inner ** 2 - (sizePx * 0.9) ** 2)) - 4;
  const letter = letterOf(palette, frame, lane) ?? '';
  const lines = text.lines(workWords(frame, scene, lane), room, sizePx);
  ctx.textAlign = 'center';
  ctx.fillStyle = palette.ink;
  let y = ring.y - (lines.length * lineHeight) / 2 + sizePx * 0.36;
  ctx.font = fontOf(text, sizePx, true);
  fillAboveDots(ctx, letter, ring.x, y, palette.panel);
  ctx.font = fontOf(text, sizePx);
  for (const line of lines) {
    y += lineHeight;
    fillAboveDots(ctx, line, ring.x, y, palette.panel);
  }
  ctx.textAlign = 'left';
}
