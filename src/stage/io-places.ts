/** Places between the callers and the wire: pool, event loops, writers and readers. */
import type { RunLayout } from '../model/playback/player.ts';
import { boundingBox, fitGrid, type Grid, type Rect, rect } from './geometry.ts';
import { hasHelpers, hasPool, hasQueue } from './io.ts';
import { ioLanes } from './lanes.ts';
import {
  atLanes,
  type LoopsPlace,
  MAX_LANES,
  MIN_CELL,
  type Pipes,
  type SceneLayout,
  type SlotsPlace,
  type Tray,
  type TypeSize,
  tray,
} from './places.ts';

export type IoPlaces = Pick<SceneLayout, 'queue' | 'slots' | 'loops'>;

/** The places between callers and wire in the areas of an arrangement: a pool, event loops, or both. */
export function ioPlaces(
  run: RunLayout,
  areas: { readonly queue: Rect; readonly slots: Rect; readonly loops: Rect },
  order: Grid['order'],
  pipes: Pipes,
  { sizePx, dot }: TypeSize,
): IoPlaces {
  const isPool = hasPool(run);
  const queues = hasQueue(run);
  // Without a queue, many small slots use its room, too.
  const slots = queues || !pipes.isBundle ? areas.slots : boundingBox(areas.queue, areas.slots);
  return {
    queue: queues ? tray(areas.queue, run.callers, dot, order) : null,
    slots: isPool ? slotsPlace(slots, run.connections, pipes, sizePx) : null,
    loops: hasHelpers(run) ? loopsPlace(areas.loops, run, pipes, dot) : null,
  };
}

/** Event loops, or writers and readers, in `area`, each at the lanes of its connections. */
function loopsPlace(area: Rect, run: RunLayout, pipes: Pipes, dot: number): LoopsPlace {
  const all = ioLanes(run);
  const active = Math.min(all.length, run.connections);
  const hasBoxes = active <= MAX_LANES;
  const boxes = hasBoxes ? loopBoxes(area, all.length, active, pipes, Math.max(2, dot)) : [area];
  const max = hasBoxes ? Math.ceil(run.callers / active) : run.callers;
  const parts = boxes.map((box) => loopParts(box, max, pipes.isTall, dot));
  return {
    form: hasBoxes ? 'boxes' : 'cells',
    lanes: all.slice(0, active),
    active,
    boxes,
    tasks: parts.map((part) => part.tasks),
    replies: parts.map((part) => part.replies),
    cores: parts.map((part) => part.core),
    grid: fitGrid(parts[0]?.core ?? area, active, { maxStep: dot * 6 }),
  };
}

function loopBoxes(area: Rect, all: number, active: number, pipes: Pipes, gap: number): Rect[] {
  return Array.from({ length: active }, (_, loop) => {
    if (!pipes.isBundle) {
      const lanes = [...pipes.laneOf].filter((_, connection) => connection % all === loop);
      return atLanes(pipes, Math.min(...lanes), Math.max(...lanes), area, gap);
    }
    const size = (pipes.isTall ? area.w : area.h) / active;
    return pipes.isTall
      ? rect(area.x + loop * size, area.y, size - gap, area.h)
      : rect(area.x, area.y + loop * size, area.w, size - gap);
  });
}

/**
 * A loop's box: outgoing tasks, incoming replies, aligned with the wire's directions, and the loop towards
 * the wire.
 */
function loopParts(
  box: Rect,
  max: number,
  isTall: boolean,
  dot: number,
): { tasks: Tray; replies: Tray; core: Rect } {
  const share = 0.56;
  const m = 3;
  if (isTall) {
    const w = box.w / 2 - 1.5 * m;
    const h = box.h * share - m;
    return {
      tasks: tray(rect(box.x + m, box.y + m, w, h), max, dot, 'rowsFromBottom'),
      replies: tray(rect(box.x + box.w / 2 + m / 2, box.y + m, w, h), max, dot, 'rowsFromBottom'),
      core: rect(box.x, box.y + box.h * share, box.w, box.h * (1 - share)),
    };
  }
  const w = box.w * share - m;
  const h = box.h / 2 - 1.5 * m;
  const core = rect(box.x + box.w * share, box.y, box.w * (1 - share), box.h);
  if (h < dot * 2.4) {
    // Side by side in a flat box.
    const half = w / 2 - m;
    return {
      tasks: tray(rect(box.x + m, box.y + m, half, box.h - 2 * m), max, dot, 'columnsFromRight'),
      replies: tray(rect(box.x + m + w / 2, box.y + m, half, box.h - 2 * m), max, dot, 'columnsFromRight'),
      core,
    };
  }
  return {
    tasks: tray(rect(box.x + m, box.y + m, w, h), max, dot, 'columnsFromRight'),
    replies: tray(rect(box.x + m, box.y + box.h / 2 + m / 2, w, h), max, dot, 'columnsFromRight'),
    core,
  };
}

/** Connections as slots. */
function slotsPlace(area: Rect, connections: number, pipes: Pipes, sizePx: number): SlotsPlace {
  const room = pipes.isTall && pipes.isBundle ? rect(area.x, area.y, area.w, area.h - sizePx * 0.4) : area;
  const fitted = fitGrid(room, connections, { maxStep: sizePx * 1.5 });
  const [w, h] = [fitted.cols * fitted.stepX, fitted.rows * fitted.stepY];
  // At the machine's edge, in the middle of the bundle; with rows of slots, the frame has room below.
  const foot = pipes.isBundle ? Math.min(sizePx * 0.4, area.h - h) : 0;
  const own = pipes.isTall
    ? rect(area.x + (area.w - w) / 2, area.y + area.h - h - foot, w, h)
    : rect(area.x + area.w - w, area.y + (area.h - h) / 2, w, h);
  const grid = { ...fitted, rect: own };
  const form = pipes.isBundle ? (grid.stepX < MIN_CELL ? 'level' : 'cells') : 'lanes';
  return { form, area, grid };
}
