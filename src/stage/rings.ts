/**
 * Markers of threads on the stage: a solid ring around the thread under the pointer, a dashed one around the
 * selected thread.
 */
import type { Side } from '../model/playback/player.ts';
import { cellX, cellY, type Grid, inset, type Rect, rect } from './geometry.ts';
import type { LoopsPlace, Scene, SceneLayout } from './places.ts';

/** A thread of one side. */
interface Ringed {
  readonly side: Side;
  readonly lane?: number | undefined;
}

const LINE = 2;

/** Paints the markers of this scene's side on top. */
export function paintRings(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  pointedAt: Ringed | undefined,
  chosenOne: Ringed | undefined,
): void {
  const { palette, side } = scene;
  const laneOf = (ringed: Ringed | undefined) => (ringed?.side === side ? (ringed.lane ?? -1) : -1);
  const [pointed, chosen] = [laneOf(pointedAt), laneOf(chosenOne)];
  if (chosen >= 0 && chosen !== pointed) {
    // Background colour below the dashes, for contrast with any fill.
    ring(ctx, scene, chosen, palette.paper);
    ctx.setLineDash([4, 2]);
    ring(ctx, scene, chosen, palette.ink);
    ctx.setLineDash([]);
  }
  if (pointed >= 0) ring(ctx, scene, pointed, palette.focus);
}

function ring(ctx: CanvasRenderingContext2D, { layout }: Scene, lane: number, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = LINE;
  const node = layout.nodes.find((each) => each.lane === lane)?.ring;
  const box = node ? undefined : boxOf(layout, lane);
  ctx.beginPath();
  if (node) ctx.arc(node.x, node.y, node.radius + node.band / 2 + LINE, 0, 2 * Math.PI);
  else if (box) ctx.rect(box.x, box.y, box.w, box.h);
  ctx.stroke();
}

/** The rectangle of a thread; undefined if it is only counted. */
function boxOf(layout: SceneLayout, lane: number): Rect | undefined {
  const { callers, loops, others, run, pipes } = layout;
  if (lane < run.callers)
    return callers.form === 'levels' ? undefined : inset(cellOf(callers.grid, lane), -0.5);
  const other = others.find((each) => each.lane === lane);
  if (other) return inset(other.box, -LINE);
  return loops ? boxInLoops(loops, lane, pipes.isTall) : undefined;
}

function boxInLoops(loops: LoopsPlace, lane: number, isTall: boolean): Rect | undefined {
  const { form, boxes, grid, lanes } = loops;
  const at = lanes.findIndex((laneGroup) => laneGroup.includes(lane));
  if (at < 0) return undefined;
  const box = form === 'boxes' ? boxes[at] : cellOf(grid, at);
  const laneGroup = lanes[at] ?? [];
  const share = laneGroup.indexOf(lane) / laneGroup.length;
  if (!box) return undefined;
  // The writer's or the reader's half of the box or cell.
  return form === 'boxes' && !isTall
    ? rect(box.x, box.y + share * box.h, box.w, box.h / laneGroup.length)
    : rect(box.x + share * box.w, box.y, box.w / laneGroup.length, box.h);
}

const cellOf = (grid: Grid, index: number): Rect =>
  rect(cellX(grid, index), cellY(grid, index), grid.stepX, grid.stepY);
