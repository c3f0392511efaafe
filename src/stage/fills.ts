/** Fills of the visible states: colour and pattern, made once per palette and pixel density. */
import { APPEARANCES, type Appearance, type Palette, type Pattern } from '../lib/palette.ts';

/** A value for `fillStyle` or `strokeStyle`. */
export type Fill = string | CanvasPattern;
export type Fills = Readonly<Record<Appearance | 'cap', Fill>>;

/** Side of the repeating tile, CSS pixels. */
const TILE = 6;
const LINE = 1.3;

/** Creates an empty canvas for one tile. */
export type MakeCanvas = (width: number, height: number) => HTMLCanvasElement | OffscreenCanvas;

/**
 * The fills of a palette, and the hatching of extended bars. Plain colours if the canvas cannot create
 * patterns.
 */
export function createFills(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  density: number,
  makeCanvas: MakeCanvas,
): Fills {
  const entries = APPEARANCES.map((state): [Appearance, Fill] => {
    const { fill, pattern } = palette.states[state];
    if (pattern === 'solid' || pattern === 'hollow') return [state, fill];
    return [state, tile(ctx, pattern, fill, palette.paper, density, makeCanvas) ?? fill];
  });
  const cap = tile(ctx, 'diagonal', palette.paper, palette.ink, density, makeCanvas) ?? palette.ink;
  return { ...(Object.fromEntries(entries) as Record<Appearance, Fill>), cap };
}

function tile(
  ctx: CanvasRenderingContext2D,
  pattern: Pattern,
  colour: string,
  paper: string,
  density: number,
  makeCanvas: MakeCanvas,
): CanvasPattern | null {
  // Whole device pixels, so that tiles join without a seam; the pattern scales them back.
  const size = Math.round(TILE * density);
  const canvas = makeCanvas(size, size);
  const draw = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!draw) return null;
  draw.scale(size / TILE, size / TILE);
  draw.fillStyle = colour;
  draw.fillRect(0, 0, TILE, TILE);
  draw.strokeStyle = paper;
  draw.fillStyle = paper;
  draw.lineWidth = LINE;
  drawPattern(draw, pattern);
  const made = ctx.createPattern(canvas, 'repeat');
  made?.setTransform(new DOMMatrix().scale(TILE / size));
  return made;
}

function drawPattern(draw: CanvasRenderingContext2D, pattern: Pattern): void {
  draw.beginPath();
  if (pattern === 'vertical') {
    for (const x of [1.5, 4.5]) line(draw, x, -1, x, TILE + 1);
  } else if (pattern === 'horizontal') {
    for (const y of [1.5, 4.5]) line(draw, -1, y, TILE + 1, y);
  }
  if (pattern === 'diagonal' || pattern === 'cross') {
    for (const shift of [-TILE, 0, TILE]) line(draw, shift - 1, TILE + 1, shift + TILE + 1, -1);
  }
  if (pattern === 'cross') {
    for (const shift of [-TILE, 0, TILE]) line(draw, shift - 1, -1, shift + TILE + 1, TILE + 1);
  }
  draw.stroke();
  if (pattern === 'chequers') for (const at of [0, TILE / 2]) draw.fillRect(at, at, TILE / 2, TILE / 2);
  if (pattern === 'dots') {
    draw.beginPath();
    for (const at of [1.5, 4.5]) {
      draw.moveTo(at + 0.9, at);
      draw.arc(at, at, 0.9, 0, 2 * Math.PI);
    }
    draw.fill();
  }
}

function line(draw: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  draw.moveTo(x1, y1);
  draw.lineTo(x2, y2);
}
