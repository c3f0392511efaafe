/**
 * A loop as a wheel: equal sectors for its phases, clockwise from the top, with the current one lit in its
 * state's fill.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { Scene, Wheel } from './places.ts';
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

/** The sector of a thread's phase; −1 while it has no core. */
export function paintLit(
  ctx: CanvasRenderingContext2D,
  { threads: { shown } }: Frame,
  { palette, fills }: Scene,
  wheel: Wheel,
  { lane, part, parts }: { readonly lane: number; readonly part: number; readonly parts: number },
): void {
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
