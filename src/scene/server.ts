/** The server's main thread: a ring of what its loop does in turn, with the part it is at lit in its state's fill. */
import type { Frame } from '../playback/frame.ts';
import { RING } from './place.ts';
import type { Scene } from './scene.ts';
import { fontOf, wrap } from './text.ts';
import { workWords } from './threads.ts';
import { ACTIVITY, STATE, STATE_NAMES, styleOf } from './vocabulary.ts';

/** The loop's parts, clockwise; angles in degrees from the top. */
export const RING_PARTS = [
  { key: 'wait', from: RING.waitFrom, to: RING.readFrom },
  { key: 'read', from: RING.readFrom, to: RING.executeFrom + 360 },
  { key: 'execute', from: RING.executeFrom, to: RING.writeFrom },
  { key: 'write', from: RING.writeFrom, to: RING.waitFrom },
] as const;

export type RingPart = (typeof RING_PARTS)[number]['key'];

const GAP = 3;

/** The part of the loop a server thread is at; none while it has no core. */
export function ringPart(state: number, activity: number): RingPart | null {
  if (state === STATE.idle || state === STATE.waitReply) return 'wait';
  if (state !== STATE.user && state !== STATE.kernel) return null;
  switch (activity) {
    case ACTIVITY.read:
    case ACTIVITY.readEmpty:
    case ACTIVITY.clientTurn:
      return 'read';
    case ACTIVITY.write:
      return 'write';
    case ACTIVITY.epollWait:
    case ACTIVITY.poll:
      return 'wait';
    default:
      return 'execute';
  }
}

/** Lane of the server's main thread. */
export const mainLane = ({ layout }: Scene): number => layout.run.callers + layout.run.loops;

/** A part of the ring as the current path. */
export function arc(ctx: CanvasRenderingContext2D, scene: Scene, from: number, to: number): void {
  const { x, y, radius } = scene.layout.server.ring;
  const angle = (degrees: number) => ((degrees - 90) * Math.PI) / 180;
  ctx.beginPath();
  ctx.arc(x, y, radius, angle(from + GAP), angle(to - GAP));
}

/** The lit part and, inside the ring, what the main thread is at. */
export function paintServer(ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene): void {
  const { layout, fills, palette, text } = scene;
  const { ring } = layout.server;
  const lane = mainLane(scene);
  const state = frame.threads.state[lane] as number;
  const name = STATE_NAMES[state];
  if (name === undefined) return;
  const part = ringPart(state, frame.threads.activity[lane] as number);
  const lit = RING_PARTS.find(({ key }) => key === part);
  ctx.lineWidth = ring.band;
  ctx.strokeStyle = fills[name];
  if (lit) {
    arc(ctx, scene, lit.from, lit.to);
    ctx.stroke();
  } else {
    // No core: nothing of the loop moves. A thin full circle in the state's fill says so.
    ctx.lineWidth = ring.band * 0.35;
    ctx.beginPath();
    ctx.arc(ring.x, ring.y, ring.radius, 0, 2 * Math.PI);
    ctx.stroke();
  }
  const sizePx = Math.max(11, layout.sizePx - 1);
  const room = 2 * ring.radius - ring.band - 4;
  const lines = wrap(workWords(frame, scene, lane), room, 2, (line) => text.measure(line, sizePx));
  const letter = styleOf(palette, state)?.letter ?? '';
  const lineHeight = sizePx * 1.2;
  ctx.textAlign = 'center';
  ctx.fillStyle = palette.ink;
  let y = ring.y - ((lines.length - 1) * lineHeight) / 2 + sizePx * 0.1;
  ctx.font = fontOf(text, sizePx, true);
  if (2 * ring.radius > sizePx * 5) ctx.fillText(letter, ring.x, y - lineHeight * 0.55);
  ctx.font = fontOf(text, sizePx);
  y += lineHeight * 0.6;
  for (const line of lines) {
    ctx.fillText(line, ring.x, y);
    y += lineHeight;
  }
  ctx.textAlign = 'left';
}
