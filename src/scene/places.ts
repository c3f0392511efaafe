/**
 * The places of the stage: types and the parts of the geometry that both arrangements (wide and tall) share. Lengths in CSS
 * pixels.
 */
import type { RunLayout } from '../playback/player.ts';
import type { Counter } from './counters.ts';
import { fillGrid, fitGrid, type Grid, type Rect, rect } from './geometry.ts';

/** A text that does not change while playing. */
export interface Caption {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly sizePx: number;
  readonly tone: 'title' | 'soft';
  readonly align: 'left' | 'center' | 'right';
}

/** Caller threads: labelled rows (few), cells (many), or one bar per state (too many for cells). */
export interface CallersPlace {
  readonly form: 'rows' | 'cells' | 'levels';
  readonly area: Rect;
  readonly grid: Grid;
}

/** Where requests wait in a queue; the head is at cell 0. */
export interface Tray {
  readonly area: Rect;
  readonly grid: Grid;
}

/** Connections: a slot at the end of each lane (few), cells (many), or a level. */
export interface SlotsPlace {
  readonly form: 'lanes' | 'cells' | 'level';
  readonly area: Rect;
  readonly grid: Grid;
}

/** Event loops that own connections: a box each (few) or cells, and the tray of their tasks. */
export interface LoopsPlace {
  readonly form: 'boxes' | 'cells';
  /** Loops that own connections; the others never have anything to do. */
  readonly active: number;
  readonly boxes: readonly Rect[];
  /** One tray per box; one for all when loops are cells. */
  readonly trays: readonly Tray[];
  /** The part of each box that shows the loop itself. */
  readonly cores: readonly Rect[];
  readonly grid: Grid;
}

/** The wire: a lane for each connection when they are few, one bundle otherwise. */
export interface Pipes {
  readonly area: Rect;
  /** Requests travel down instead of to the right. */
  readonly isTall: boolean;
  readonly lanes: number;
  readonly isBundle: boolean;
  /** Lane of each connection. */
  readonly laneOf: Uint16Array;
  /** Width of a lane across the direction of travel. */
  readonly step: number;
}

/** The server's main loop as a ring. Radii to the middle of its band. */
export interface Ring {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly band: number;
}

export interface ServerPlace {
  /** Socket buffers: requests that the main thread has not read yet. */
  readonly inbox: Tray;
  /** Replies that wait until the loop comes to write. */
  readonly outbox: Tray;
  readonly ring: Ring;
}

/** Everything a painter needs to know about places. */
export interface SceneLayout {
  readonly run: RunLayout;
  readonly width: number;
  readonly height: number;
  /** Size of the running text, and radius of a request's dot. */
  readonly sizePx: number;
  readonly dot: number;
  readonly clientBox: Rect;
  readonly serverBox: Rect;
  readonly callers: CallersPlace;
  /** Requests of an open workload that no caller has taken yet. */
  readonly backlog: Tray;
  readonly queue: Tray | null;
  readonly slots: SlotsPlace | null;
  readonly loops: LoopsPlace | null;
  readonly pipes: Pipes;
  readonly server: ServerPlace;
  readonly captions: readonly Caption[];
  readonly counters: readonly Counter[];
}

/** Most connections that get a lane of their own. */
export const MAX_LANES = 12;
const MAX_ROWS = 16;
const MIN_CELL = 4;

/** Size of the canvas' text and of its dots, CSS pixels. */
export interface TypeSize {
  readonly sizePx: number;
  readonly dot: number;
}

/** Text and dots that suit a canvas of this width beside text of `fontPx`: never below 11 px. */
export function typeSize(width: number, fontPx: number): TypeSize {
  const share = width < 700 ? 0.85 : width < 1000 ? 0.92 : width < 1500 ? 1 : 1.15;
  const sizePx = Math.max(11, Math.round(fontPx * share));
  return { sizePx, dot: Math.min(6, Math.max(3, sizePx * 0.28)) };
}

/** Callers in `area`. */
export function callersPlace(area: Rect, callers: number, sizePx: number): CallersPlace {
  if (callers <= MAX_ROWS) {
    const cols = callers <= 8 || area.w < 14 * sizePx ? 1 : 2;
    const rows = Math.ceil(callers / cols);
    const stepY = Math.min(area.h / rows, sizePx * 2.6);
    const y = area.y + (area.h - stepY * rows) / 2;
    const own = rect(area.x, y, area.w, stepY * rows);
    return {
      form: 'rows',
      area,
      grid: { rect: own, cols, rows, stepX: area.w / cols, stepY, order: 'rows' },
    };
  }
  const grid = fitGrid(area, callers, { aspect: 0.8, maxStep: sizePx * 1.9 });
  return { form: grid.stepX < MIN_CELL ? 'levels' : 'cells', area, grid };
}

/** A tray for up to `most` requests: dots of the usual size if they fit, closer ones otherwise. */
export function tray(area: Rect, most: number, dot: number, order: Grid['order']): Tray {
  const grid = fitGrid(area, most, { maxStep: dot * 2.5, order });
  return { area, grid: grid.stepX < dot * 1.3 ? fillGrid(area, dot * 1.3, order) : grid };
}

/** Connections as slots. */
export function slotsPlace(area: Rect, connections: number, pipes: Pipes, sizePx: number): SlotsPlace {
  const grid = fitGrid(area, connections, { maxStep: sizePx * 1.5 });
  const form = pipes.isBundle ? (grid.stepX < MIN_CELL ? 'level' : 'cells') : 'lanes';
  return { form, area, grid };
}

/** Lanes of the connections in `area`; connections of one event loop lie side by side. */
export function pipesPlace(area: Rect, run: RunLayout, isTall: boolean, maxStep: number): Pipes {
  const isBundle = run.connections > MAX_LANES;
  const lanes = isBundle ? 1 : run.connections;
  const loops = Math.max(1, run.loops);
  const laneOf = new Uint16Array(run.connections);
  if (!isBundle) {
    const order = Array.from({ length: lanes }, (_, connection) => connection);
    order.sort((one, other) => (one % loops) - (other % loops) || one - other);
    order.forEach((connection, lane) => {
      laneOf[connection] = lane;
    });
  }
  const room = isTall ? area.w : area.h;
  const step = Math.min(room / lanes, maxStep);
  const offset = (room - step * lanes) / 2;
  const own = isTall
    ? rect(area.x + offset, area.y, step * lanes, area.h)
    : rect(area.x, area.y + offset, area.w, step * lanes);
  return { area: own, isTall, lanes, isBundle, laneOf, step };
}

/** The part of `box` that lies at the lanes from `first` to `last`, with a gap to their neighbours. */
export function atLanes(pipes: Pipes, first: number, last: number, box: Rect, gap: number): Rect {
  const { area, step, isTall } = pipes;
  const size = step * (last - first + 1) - gap;
  return isTall
    ? rect(area.x + first * step + gap / 2, box.y, size, box.h)
    : rect(box.x, area.y + first * step + gap / 2, box.w, size);
}

/** Event loops in `area`, each at the lanes of its connections. */
export function loopsPlace(area: Rect, run: RunLayout, pipes: Pipes, dot: number): LoopsPlace {
  const active = Math.min(run.loops, run.connections);
  const gap = Math.max(2, dot);
  const { isTall } = pipes;
  const order: Grid['order'] = isTall ? 'rowsFromBottom' : 'columnsFromRight';
  const split = (box: Rect): { tray: Tray; core: Rect } => {
    const share = 0.56;
    const queue = isTall
      ? rect(box.x + 2, box.y + 2, box.w - 4, box.h * share - 4)
      : rect(box.x + 3, box.y + 2, box.w * share - 5, box.h - 4);
    const core = isTall
      ? rect(box.x, box.y + box.h * share, box.w, box.h * (1 - share))
      : rect(box.x + box.w * share, box.y, box.w * (1 - share), box.h);
    return { tray: tray(queue, Math.ceil(run.callers / active), dot, order), core };
  };
  if (active > MAX_LANES) {
    const { tray: common, core } = split(area);
    const grid = fitGrid(core, active, { maxStep: dot * 6 });
    return { form: 'cells', active, boxes: [area], trays: [common], cores: [core], grid };
  }
  const boxes = Array.from({ length: active }, (_, loop) => {
    if (pipes.isBundle) {
      const size = (isTall ? area.w : area.h) / active;
      return isTall
        ? rect(area.x + loop * size, area.y, size - gap, area.h)
        : rect(area.x, area.y + loop * size, area.w, size - gap);
    }
    const lanes = [...pipes.laneOf].filter((_, connection) => connection % run.loops === loop);
    return atLanes(pipes, Math.min(...lanes), Math.max(...lanes), area, gap);
  });
  const parts = boxes.map(split);
  return {
    form: 'boxes',
    active,
    boxes,
    trays: parts.map((part) => part.tray),
    cores: parts.map((part) => part.core),
    grid: fitGrid(area, active, { maxStep: dot * 6 }),
  };
}
