/**
 * A loop as a wheel: equal sectors for its phases, clockwise from the top, with the current one lit in its
 * state's fill.
 */
import { APPEARANCES, type Appearance } from '../lib/palette.ts';
import type { Frame } from '../model/playback/frame.ts';
import { meanOf, PHASES } from './means.ts';
import type { Means, Scene, Wheel } from './places.ts';
import { appearanceOf } from './vocabulary.ts';

/** Gap on either side of a sector, degrees. */
const GAP = 3;
/** Length of the hatched end of an extended sector, degrees. */
const CAP = 18;
const FULL = 360;

/** Makes a sector, or its end, the current path. The first is centred at the top. */
export function arc(
  ctx: CanvasRenderingContext2D,
  { x, y, radius }: Wheel,
  part: number,
  parts: number,
  lengthDegrees = FULL,
): void {
  const length = FULL / parts;
  const middle = part * length - 90;
  const angle = (degrees: number) => (degrees * Math.PI) / 180;
  ctx.beginPath();
  const end = middle + length / 2 - GAP;
  ctx.arc(x, y, radius, angle(Math.max(middle - length / 2 + GAP, end - lengthDegrees)), angle(end));
}

/** All sectors, unlit. */
export function paintRim(ctx: CanvasRenderingContext2D, wheel: Wheel, parts: number): void {
  for (let part = 0; part < parts; part++) {
    arc(ctx, wheel, part, parts);
    ctx.stroke();
  }
}

/** Phase of a thread: its lane, and the sector of its wheel; −1 while it has no core. */
export interface Lit {
  readonly lane: number;
  readonly part: number;
  readonly parts: number;
}

/** Below this share of time a sector is not drawn. */
const MIN_SHARE = 0.02;

/** Every sector as strong as the share of time in its phase. */
function paintMeanLit(
  ctx: CanvasRenderingContext2D,
  { threads }: Frame,
  { palette, fills }: Scene,
  means: Means,
  wheel: Wheel,
  { lane, part, parts }: Lit,
): void {
  const present = part < 0 ? parts : part;
  const look = appearanceOf(threads.state[lane] as number, threads.activity[lane] as number);
  if (look !== undefined) means.looks[lane * PHASES + present] = APPEARANCES.indexOf(look);
  for (let phase = 0; phase <= parts; phase++) {
    const index = lane * PHASES + phase;
    const share = meanOf(means.phases, index, means.weight, phase === present ? 1 : 0);
    if (share < MIN_SHARE) continue;
    const name = APPEARANCES[means.looks[index] as number] as Appearance;
    ctx.globalAlpha = share;
    ctx.strokeStyle = fills[name];
    if (phase < parts) arc(ctx, wheel, phase, parts);
    else {
      ctx.beginPath();
      ctx.arc(wheel.x, wheel.y, wheel.radius, 0, 2 * Math.PI);
    }
    ctx.lineWidth = phase < parts ? Math.max(3, wheel.band * palette.states[name].height) : wheel.band * 0.35;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/**
 * The state and activity of each thread from which its phase follows: extended so that each can be seen, or of
 * the instant for means.
 */
export const threadsOf = (
  { threads }: Frame,
  { means }: Scene,
): Pick<Frame['threads'], 'state' | 'activity'> => (means && means.weight > 0 ? threads : threads.shown);

/** The sector of a thread's phase, or of all with their shares of time. */
export function paintLit(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  wheel: Wheel,
  lit: Lit,
): void {
  const { means, palette, fills } = scene;
  if (means && means.weight > 0) {
    paintMeanLit(ctx, frame, scene, means, wheel, lit);
    return;
  }
  const { lane, part, parts } = lit;
  const { shown } = frame.threads;
  const name = appearanceOf(shown.state[lane] as number, shown.activity[lane] as number);
  if (name === undefined) return;
  ctx.strokeStyle = fills[name];
  if (part >= 0) {
    // The band is as thick as the state's bar is high.
    ctx.lineWidth = Math.max(3, wheel.band * palette.states[name].height);
    arc(ctx, wheel, part, parts);
  } else {
    // Without a core the loop is stopped: a thin full circle in the state's fill.
    ctx.lineWidth = wheel.band * 0.35;
    ctx.beginPath();
    ctx.arc(wheel.x, wheel.y, wheel.radius, 0, 2 * Math.PI);
  }
  ctx.stroke();
  if (part < 0 || shown.isHeld[lane] !== 1) return;
  arc(ctx, wheel, part, parts, CAP);
  ctx.strokeStyle = fills.cap;
  ctx.stroke();
}
