/** Stripes for canvases: a pattern of diagonal bands, as `repeating-linear-gradient` draws them. */
import type { Fill, MakeCanvas } from './fills.ts';

export interface Stripes {
  /** Colour of the bands, and of the ground between them; transparent when absent. */
  readonly colour: string;
  readonly ground?: string;
  /** Width of a band and distance between two, CSS pixels, across the bands. */
  readonly width: number;
  readonly period: number;
  /** Whether the bands go down to the right instead of up. */
  readonly isFalling?: boolean;
}

/** A pattern of stripes; their colour where the canvas cannot create patterns. */
export function createStripes(
  ctx: CanvasRenderingContext2D,
  { colour, ground, width, period, isFalling = false }: Stripes,
  density: number,
  makeCanvas: MakeCanvas,
): Fill {
  // Along an edge of the tile, a band repeats after one period on the diagonal.
  const side = period * Math.SQRT2;
  const size = Math.max(1, Math.round(side * density));
  const canvas = makeCanvas(size, size);
  const draw = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!draw) return colour;
  draw.scale(size / side, size / side);
  if (ground !== undefined) {
    draw.fillStyle = ground;
    draw.fillRect(0, 0, side, side);
  }
  draw.strokeStyle = colour;
  draw.lineWidth = width;
  draw.beginPath();
  // The band through the middle, and its neighbours at two corners.
  for (const shift of [-side, 0, side]) {
    const [left, right] = [shift - side, shift + 2 * side];
    draw.moveTo(left, isFalling ? -side : 2 * side);
    draw.lineTo(right, isFalling ? 2 * side : -side);
  }
  draw.stroke();
  const made = ctx.createPattern(canvas, 'repeat');
  made?.setTransform(new DOMMatrix().scale(side / size));
  return made ?? colour;
}
