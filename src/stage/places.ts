/**
 * Types of the stage's places, and the geometry shared by the wide and the tall layout. Lengths in CSS
 * pixels.
 */
import type { Palette } from '../lib/palette.ts';
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout, Side } from '../model/playback/player.ts';
import type { Counter } from './counters.ts';
import type { Fills } from './fills.ts';
import { capacity, countableGrid, fillGrid, fitGrid, type Grid, type Rect, rect } from './geometry.ts';
import { nodeLanes, otherLanes } from './lanes.ts';
import type { SceneText } from './text.ts';

/** A static text. */
export interface Caption {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly sizePx: number;
  readonly tone: 'title' | 'soft';
  readonly align: 'left' | 'center' | 'right';
}

/** Callers: labelled rows (few), cells (many), or one bar per state (too many for cells). */
export interface CallersPlace {
  readonly form: 'rows' | 'cells' | 'levels';
  readonly area: Rect;
  readonly grid: Grid;
}

/** A queue of requests; the head is at cell 0. */
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

/** Event loops, or writers and readers: one box each (few) or cells, with their queues. */
export interface LoopsPlace {
  readonly form: 'boxes' | 'cells';
  /** Thread lanes of each: one for a loop; for a pair, the writer first. */
  readonly lanes: readonly (readonly number[])[];
  /** Number of loops with connections; the others are always idle. */
  readonly active: number;
  readonly boxes: readonly Rect[];
  /** Tasks handed over by callers: one queue per box, or one for all cells. */
  readonly tasks: readonly Tray[];
  /** Replies that have arrived but are not read yet, likewise. */
  readonly replies: readonly Tray[];
  /** The part of each box that shows the loop. */
  readonly cores: readonly Rect[];
  readonly grid: Grid;
}

/** The wire: a lane per connection if few, per node of a cluster, or one bundle. */
export interface Pipes {
  readonly area: Rect;
  /** Requests travel down instead of right. */
  readonly isTall: boolean;
  /** Whether one phase is the whole round trip: its dots turn round halfway. */
  readonly isRoundTrip?: true;
  readonly lanes: number;
  /** Whether a lane has several connections. */
  readonly isBundle: boolean;
  /** Lane of each connection. */
  readonly laneOf: Uint16Array;
  /** Width of a lane across the direction of travel. */
  readonly step: number;
}

/** Phases of the server's event loop, clockwise from the top of the ring. */
export const RING_PARTS = ['read', 'execute', 'write', 'wait'] as const;
export type RingPart = (typeof RING_PARTS)[number];

/** Position of a wheel; the radius is to the middle of its band. */
export interface Wheel {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly band: number;
}

/** The server's event loop as a wheel. */
export interface Ring extends Wheel {
  /** Position of each phase's name, next to its quarter or in a list; empty without room. */
  readonly labels: readonly Caption[];
  /** Whether the names are a list, with a small wheel before each that marks its quarter. */
  readonly isList: boolean;
}

/** A server, or one node of a cluster. */
export interface NodePlace {
  /** Lane of its main thread. */
  readonly lane: number;
  /** Socket buffers: requests that the main thread has not read yet. */
  readonly inbox: Tray;
  /** Replies that wait to be written. */
  readonly outbox: Tray;
  readonly ring: Ring;
  /** Number of the node, its position (centre), and that of its activity text; null without room. */
  readonly name: string;
  readonly nameAt: { readonly x: number; readonly y: number; readonly sizePx: number } | null;
  readonly words: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly sizePx: number;
  } | null;
}

/** Paints a part of a layout. */
type Painter = (ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene) => void;

/** A thread without a larger place of its own. */
export interface BarPlace {
  readonly lane: number;
  readonly box: Rect;
  /** Position of its activity and connection text; absent without room. */
  readonly words?: { readonly x: number; readonly y: number; readonly w: number; readonly sizePx: number };
}

/** All positions for the painters. */
export interface SceneLayout {
  readonly run: RunLayout;
  readonly width: number;
  readonly height: number;
  /** Font size, and radius of a request's dot. */
  readonly sizePx: number;
  readonly dot: number;
  readonly clientBox: Rect;
  readonly serverBox: Rect;
  readonly callers: CallersPlace;
  /** Requests of an open workload without a caller. */
  readonly backlog: Tray;
  readonly queue: Tray | null;
  readonly slots: SlotsPlace | null;
  readonly loops: LoopsPlace | null;
  readonly pipes: Pipes;
  /** One server, or the nodes of a cluster in order. */
  readonly nodes: readonly NodePlace[];
  /**
   * Small bars at the right end of each machine's title for threads without their own place, and the rows of
   * the server's threads.
   */
  readonly others: readonly BarPlace[];
  /** Paints requests and parts as dots, if there are parts. */
  readonly paintDots?: Painter | undefined;
  /** Paints the activity of thread rows above the moving dots; present with the rows. */
  readonly paintRowWords?: Painter | undefined;
  /** Paints aggregated callers where more than letters is shown. */
  readonly paintLevels?: Painter | undefined;
  readonly captions: readonly Caption[];
  readonly counters: readonly Counter[];
}

/** Maximum number of connections with their own lane. */
export const MAX_LANES = 12;
const MAX_ROWS = 16;
/** Smaller cells are indistinguishable and replaced by a level. */
export const MIN_CELL = 6;
/** Maximum number of requests drawn singly in one place; more are aggregated. */
export const MAX_SINGLE = 300;
/** Queues for fewer requests than this get spare room, if available. */
const MIN_TRAY = 60;

/** Font size and dot radius, CSS pixels. */
export interface TypeSize {
  readonly sizePx: number;
  readonly dot: number;
}

/** Surrounding text of at least this size is for projection; on a projector with 1080 lines it has 24 px. */
export const PROJECTED_PX = 13.5;
/** Minimum width of a canvas next to such text, in font sizes; on narrower ones the text shrinks. */
const PROJECTED_WIDTH = 62;

/** Font size for a canvas of this size next to text of `fontPx`: at least 11 px. */
export function textSize(width: number, height: number, fontPx: number): number {
  const share = width < 700 ? 0.85 : width < 1000 ? 0.92 : width < 1500 ? 1 : 1.15;
  // Projected text must stay large: the places shrink instead.
  const isProjected = fontPx >= PROJECTED_PX && width >= fontPx * PROJECTED_WIDTH;
  const max = isProjected ? height / 12 : height / 16;
  return Math.max(11, Math.min(Math.round(fontPx * share), Math.round(max), Math.round(width / 27)));
}

/** Dot radius for a font size; few requests get larger dots. */
export function dotRadius(sizePx: number, callers: number): number {
  const dot = Math.min(6, Math.max(3, sizePx * 0.31));
  return callers <= MAX_ROWS ? dot * 1.5 : dot;
}

/** Callers in `area`. */
export function callersPlace(area: Rect, callers: number, sizePx: number): CallersPlace {
  if (callers <= MAX_ROWS) {
    // One column leaves room for text; two only if rows would become too low.
    const cols = area.h / callers >= sizePx * 1.3 || area.w < 14 * sizePx ? 1 : 2;
    const rows = Math.ceil(callers / cols);
    const stepY = Math.min(area.h / rows, sizePx * 2.6);
    const y = area.y + (area.h - stepY * rows) / 2;
    const inner = rect(area.x, y, area.w, stepY * rows);
    return {
      form: 'rows',
      area,
      grid: { rect: inner, cols, rows, stepX: area.w / cols, stepY, order: 'rows' },
    };
  }
  const grid = countableGrid(area, callers, { aspect: 0.8, maxStep: sizePx * 1.9 });
  if (grid.stepX < MIN_CELL) return { form: 'levels', area, grid };
  // Cells are as large as possible, within limits: their height encodes the state.
  const stepY = Math.min(area.h / grid.rows, grid.stepX * 1.6);
  const stepX = Math.min(area.w / grid.cols, stepY * 1.25);
  const inner = rect(area.x, area.y + (area.h - stepY * grid.rows) / 2, area.w, stepY * grid.rows);
  return { form: 'cells', area, grid: { ...grid, stepX, stepY, rect: inner } };
}

/**
 * A queue for up to `most` requests: dots of normal size if they fit, else denser. It is no larger than
 * needed (unless small), so a full queue means all requests.
 */
export function tray(area: Rect, max: number, dot: number, order: Grid['order']): Tray {
  const small = smallTray(area, dot, order);
  const grid = max < MIN_TRAY && capacity(small) >= max ? small : largeTray(area, max, dot, order);
  const w = grid.cols * grid.stepX;
  const h = grid.rows * grid.stepY;
  const x =
    order === 'columnsFromRight'
      ? area.x + area.w - w
      : order === 'rows'
        ? area.x
        : area.x + (area.w - w) / 2;
  const y = order === 'rowsFromBottom' ? area.y + area.h - h : area.y + (area.h - h) / 2;
  const inner = rect(x, y, w, h);
  return { area: inner, grid: { ...grid, rect: inner } };
}

/** Room for a few dozen: a short row would not look like a queue. */
function smallTray(area: Rect, dot: number, order: Grid['order']): Grid {
  const filled = fillGrid(area, Math.min(dot * 2.9, area.w, area.h), order);
  return { ...filled, cols: Math.min(filled.cols, 10), rows: Math.min(filled.rows, 10) };
}

function largeTray(area: Rect, max: number, dot: number, order: Grid['order']): Grid {
  const fitted = fitGrid(area, Math.min(max, MAX_SINGLE), { maxStep: dot * 2.9, order });
  return fitted.stepX < dot * 1.3 ? fillGrid(area, dot * 1.3, order) : fitted;
}

/** Lanes of the connections in `area`, to `nodes` servers; connections of one event loop are adjacent. */
export function pipesPlace(
  area: Rect,
  run: RunLayout,
  isTall: boolean,
  maxStep: number,
  nodes: number,
): Pipes {
  const max = nodes > 1 ? nodes : MAX_LANES;
  const isBundle = run.connections > max;
  const lanes = isBundle ? nodes : run.connections;
  const loops = Math.max(1, run.loops);
  const laneOf = new Uint16Array(run.connections);
  if (isBundle) {
    for (let i = 0; i < run.connections; i++) laneOf[i] = Math.floor((i * nodes) / run.connections);
  } else {
    const order = Array.from({ length: lanes }, (_, connection) => connection);
    order.sort((a, b) => (a % loops) - (b % loops) || a - b);
    order.forEach((connection, lane) => {
      laneOf[connection] = lane;
    });
  }
  const room = isTall ? area.w : area.h;
  const step = Math.min(room / lanes, maxStep);
  const offset = (room - step * lanes) / 2;
  const box = isTall
    ? rect(area.x + offset, area.y, step * lanes, area.h)
    : rect(area.x, area.y + offset, area.w, step * lanes);
  return { area: box, isTall, lanes, isBundle, laneOf, step };
}

/** The part of `box` at the lanes `first` to `last`, with a gap to neighbours. */
export function atLanes(pipes: Pipes, first: number, last: number, box: Rect, gap: number): Rect {
  const { area, step, isTall } = pipes;
  const size = step * (last - first + 1) - gap;
  return isTall
    ? rect(area.x + first * step + gap / 2, box.y, size, box.h)
    : rect(box.x, area.y + first * step + gap / 2, box.w, size);
}

/** A machine's other threads in a row that ends at `right`, on its title line. */
export function othersPlace(
  run: RunLayout,
  onServer: boolean,
  place: {
    /** Number of nodes with their own place. */
    readonly nodes: number;
    readonly right: number;
    readonly baseline: number;
    readonly room: number;
    readonly sizePx: number;
  },
): SceneLayout['others'] {
  const lanes = otherLanes(run, onServer, place.nodes);
  const step = Math.min(place.sizePx, place.room / Math.max(1, lanes.length));
  const x = place.right - step * lanes.length;
  const h = place.sizePx * 0.9;
  return lanes.map((lane, i) => ({
    lane,
    box: rect(x + i * step, place.baseline - h, Math.max(1, step - 2), h),
  }));
}

/** A single server. */
export const onlyNode = (run: RunLayout, inbox: Tray, outbox: Tray, ring: Ring): NodePlace => ({
  lane: nodeLanes(run)[0] ?? 0,
  inbox,
  outbox,
  ring,
  name: '',
  nameAt: null,
  words: null,
});

/** Positions of the frame's requests, by index. */
export interface Dots {
  x: Float32Array;
  y: Float32Array;
  /** 1 if the request is drawn as a dot, 0 if aggregated. */
  single: Uint8Array;
  /** Rank in its queue, from 0; −1 outside queues. */
  rank: Int32Array;
  /** Indices of requests, grouped by station. */
  order: Int32Array;
  /** Where each station begins in `order`. */
  readonly offset: Int32Array;
  /** Requests already placed in each loop's or node's queue during filling. */
  readonly perTray: Int32Array;
}

/** Inputs of every painter of one side besides context and frame. */
export interface Scene {
  readonly side: Side;
  readonly layout: SceneLayout;
  readonly palette: Palette;
  readonly fills: Fills;
  readonly text: SceneText;
  readonly dots: Dots;
  /** Whether dots become levels and counts. */
  readonly isReduced: boolean;
  /** Present where the scene is played. */
  readonly means?: Means;
}

/** Means over time on screen (means.ts), in place of what would flash. */
export interface Means {
  /** Model time of the last frame, ns. */
  timeNs: number;
  /** Weight of the present frame, 0 … 1; 0 while the instant itself is drawn. */
  weight: number;
  /** Whether the wire and the queues are drawn as means, too. */
  isCrowd: boolean;
  /** Requests per bin of a strip: to the server, then to the client. */
  readonly wire: Float32Array;
  /** Requests per queue: by station, then by loop or node. */
  readonly queues: Float32Array;
  /** Share of time in each phase of a loop, by thread lane; the last one is without a core. */
  readonly phases: Float32Array;
  /** Last appearance in each phase. */
  readonly looks: Uint8Array;
}
