/**
 * A loop as a wheel: what a thread does turn by turn, in equal parts of a circle, clockwise from the top, with the part it is at lit in
 * its state's fill.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { Scene, Wheel } from './places.ts';
import { lookOf } from './vocabulary.ts';

/** Space between two parts, on either side of it, degrees. */
const GAP = 3;
/** Length of the hatched end of a part that is lit longer than it lasts, degrees. */
const CAP = 18;
const FULL = 360;

/** The part with this number of so many as the current path, or its end. The first one lies around the top. */
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

/** All parts, none of them lit. */
export function paintRim(ctx: CanvasRenderingContext2D, wheel: Wheel, parts: number): void {
  for (let part = 0; part < parts; part++) {
    arc(ctx, wheel, part, parts);
    ctx.stroke();
  }
}

/** The part that a thread is at; −1 while it has no core. */
export function paintLit(
  ctx: CanvasRenderingContext2D,
  { threads: { shown } }: Frame,
  { palette, fills }: Scene,
  wheel: Wheel,
  { lane, part, parts }: { readonly lane: number; readonly part: number; readonly parts: number },
): void {
  const name = lookOf(shown.state[lane] as number, shown.activity[lane] as number);
  if (name === undefined) return;
  ctx.strokeStyle = fills[name];
  if (part >= 0) {
    // The band is as thick as the state's bar is high.
    ctx.lineWidth = Math.max(3, wheel.band * palette.states[name].height);
    arc(ctx, wheel, part, parts);
  } else {
    // No core: nothing of the loop moves. A thin full circle in the state's fill says so.
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
