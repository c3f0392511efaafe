/**
 * The places of the stage: types and the parts of the geometry that both arrangements (wide and tall) share. Lengths in CSS
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

/** Event loops that own connections, or the writer and the reader of each: a box each (few) or cells, with what waits for them. */
export interface LoopsPlace {
  readonly form: 'boxes' | 'cells';
  /** Lanes of the threads of each: of a loop one, of a pair the one on the way out first. */
  readonly lanes: readonly (readonly number[])[];
  /** Loops that own connections; the others never have anything to do. */
  readonly active: number;
  readonly boxes: readonly Rect[];
  /** Tasks that callers have handed over: one tray per box; one for all when loops are cells. */
  readonly tasks: readonly Tray[];
  /** Replies that have arrived and are not read yet, likewise. */
  readonly replies: readonly Tray[];
  /** The part of each box that shows the loop itself. */
  readonly cores: readonly Rect[];
  readonly grid: Grid;
}

/** The wire: a lane for each connection when they are few, for each node of a cluster, or one bundle. */
export interface Pipes {
  readonly area: Rect;
  /** Requests travel down instead of to the right. */
  readonly isTall: boolean;
  /** Whether one phase is the whole way there and back: its dots turn round at half of it. */
  readonly isRoundTrip?: true;
  readonly lanes: number;
  /** Whether a lane has several connections. */
  readonly isBundle: boolean;
  /** Lane of each connection. */
  readonly laneOf: Uint16Array;
  /** Width of a lane across the direction of travel. */
  readonly step: number;
}

/** The parts of the server's loop in its order, clockwise from the top of the ring. */
export const RING_PARTS = ['read', 'execute', 'write', 'wait'] as const;
export type RingPart = (typeof RING_PARTS)[number];

/** Where a wheel stands; radius to the middle of its band. */
export interface Wheel {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly band: number;
}

/** The server's main loop as a wheel. */
export interface Ring extends Wheel {
  /** Where the name of each part stands, beside its quarter or in a list; empty where there is no room. */
  readonly labels: readonly Caption[];
  /** Whether they are a list, in which a small wheel before each name says which quarter it names. */
  readonly isList: boolean;
}

/** A server: of a cluster every node, as long as they have room. */
export interface NodePlace {
  /** Lane of its main thread. */
  readonly lane: number;
  /** Socket buffers: requests that the main thread has not read yet. */
  readonly inbox: Tray;
  /** Replies that wait until the loop comes to write. */
  readonly outbox: Tray;
  readonly ring: Ring;
  /** Number of a node, where it stands (its middle), and where it says what it is at; null where there is no room. */
  readonly name: string;
  readonly nameAt: { readonly x: number; readonly y: number; readonly sizePx: number } | null;
  readonly words: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly sizePx: number;
  } | null;
}

/** Paints what comes with an arrangement. */
type Painter = (ctx: CanvasRenderingContext2D, frame: Frame, scene: Scene) => void;

/** A thread without a larger place of its own. */
export interface BarPlace {
  readonly lane: number;
  readonly box: Rect;
  /** Where it says what it is at, and for which connection; absent where there is no room. */
  readonly words?: { readonly x: number; readonly y: number; readonly w: number; readonly sizePx: number };
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
  /** One server, or the nodes of a cluster in their order. */
  readonly nodes: readonly NodePlace[];
  /** Threads without a place of their own, a small bar each at the right end of their machine's title; and the rows of a server's threads. */
  readonly others: readonly BarPlace[];
  /** Requests and parts of them as dots, where there are such parts. */
  readonly paintDots?: Painter | undefined;
  /** What the threads in rows are at, above the dots on their way; it comes with the rows. */
  readonly paintRowWords?: Painter | undefined;
  /** Callers that are only counted, where more is said of them than letters. */
  readonly paintLevels?: Painter | undefined;
  readonly captions: readonly Caption[];
  readonly counters: readonly Counter[];
}

/** Most connections that get a lane of their own. */
export const MAX_LANES = 12;
const MAX_ROWS = 16;
/** Smaller cells cannot be told apart: what they would show is drawn as a level. */
export const MIN_CELL = 6;
/** Most requests that are drawn one by one in one place; more are bundled. */
export const MAX_SINGLE = 300;
/** Trays for fewer requests than this have room for more, where there is any. */
const MIN_TRAY = 60;

/** Size of the canvas' text and of its dots, CSS pixels. */
export interface TypeSize {
  readonly sizePx: number;
  readonly dot: number;
}

/** Running text of at least this size is large because it is read from afar; on a projector of 1080 lines it has 24 px. */
export const PROJECTED_PX = 13.5;
/** Least width of a canvas beside such text, in its sizes: on a narrower one the words must give way. */
const PROJECTED_WIDTH = 62;

/** Size of text that suits a canvas of this size beside text of `fontPx`: never below 11 px. */
export function textSize(width: number, height: number, fontPx: number): number {
  const share = width < 700 ? 0.85 : width < 1000 ? 0.92 : width < 1500 ? 1 : 1.15;
  // Text that is large because it is projected must stay large: the places become smaller, not the words.
  const isProjected = fontPx >= PROJECTED_PX && width >= fontPx * PROJECTED_WIDTH;
  const most = isProjected ? height / 12 : height / 16;
  return Math.max(11, Math.min(Math.round(fontPx * share), Math.round(most), Math.round(width / 27)));
}

/** Dots that suit text of this size; few requests are larger. */
export function dotRadius(sizePx: number, callers: number): number {
  const dot = Math.min(6, Math.max(3, sizePx * 0.31));
  return callers <= MAX_ROWS ? dot * 1.5 : dot;
}

/** Callers in `area`. */
export function callersPlace(area: Rect, callers: number, sizePx: number): CallersPlace {
  if (callers <= MAX_ROWS) {
    // One column leaves room for words; two only when the rows would become too low.
    const cols = area.h / callers >= sizePx * 1.3 || area.w < 14 * sizePx ? 1 : 2;
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
  const grid = countableGrid(area, callers, { aspect: 0.8, maxStep: sizePx * 1.9 });
  if (grid.stepX < MIN_CELL) return { form: 'levels', area, grid };
  // Cells become as large as there is room, within reason: their height carries the state.
  const stepY = Math.min(area.h / grid.rows, grid.stepX * 1.6);
  const stepX = Math.min(area.w / grid.cols, stepY * 1.25);
  const own = rect(area.x, area.y + (area.h - stepY * grid.rows) / 2, area.w, stepY * grid.rows);
  return { form: 'cells', area, grid: { ...grid, stepX, stepY, rect: own } };
}

/**
 * A tray for up to `most` requests: dots of the usual size if they fit, closer ones otherwise. It is no larger than that
 * (unless they are few), so a full tray means that all are there.
 */
export function tray(area: Rect, most: number, dot: number, order: Grid['order']): Tray {
  const small = smallTray(area, dot, order);
  const grid = most < MIN_TRAY && capacity(small) >= most ? small : largeTray(area, most, dot, order);
  const w = grid.cols * grid.stepX;
  const h = grid.rows * grid.stepY;
  const x =
    order === 'columnsFromRight'
      ? area.x + area.w - w
      : order === 'rows'
        ? area.x
        : area.x + (area.w - w) / 2;
  const y = order === 'rowsFromBottom' ? area.y + area.h - h : area.y + (area.h - h) / 2;
  const own = rect(x, y, w, h);
  return { area: own, grid: { ...grid, rect: own } };
}

/** Room for a few dozen: a short row of dots would not look like a queue. */
function smallTray(area: Rect, dot: number, order: Grid['order']): Grid {
  const filled = fillGrid(area, Math.min(dot * 2.9, area.w, area.h), order);
  return { ...filled, cols: Math.min(filled.cols, 10), rows: Math.min(filled.rows, 10) };
}

function largeTray(area: Rect, most: number, dot: number, order: Grid['order']): Grid {
  const fitted = fitGrid(area, Math.min(most, MAX_SINGLE), { maxStep: dot * 2.9, order });
  return fitted.stepX < dot * 1.3 ? fillGrid(area, dot * 1.3, order) : fitted;
}

/** Lanes of the connections in `area`, to `nodes` servers; connections of one event loop lie side by side. */
export function pipesPlace(
  area: Rect,
  run: RunLayout,
  isTall: boolean,
  maxStep: number,
  nodes: number,
): Pipes {
  const most = nodes > 1 ? nodes : MAX_LANES;
  const isBundle = run.connections > most;
  const lanes = isBundle ? nodes : run.connections;
  const loops = Math.max(1, run.loops);
  const laneOf = new Uint16Array(run.connections);
  if (isBundle) {
    for (let i = 0; i < run.connections; i++) laneOf[i] = Math.floor((i * nodes) / run.connections);
  } else {
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

/** A machine's other threads in a row that ends at `right` and stands on the line of its title. */
export function othersPlace(
  run: RunLayout,
  onServer: boolean,
  place: {
    /** Nodes that have a place of their own. */
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

/** A server without others beside it. */
export const onlyNode = (run: RunLayout, inbox: Tray, outbox: Tray, ring: Ring): NodePlace => ({
  lane: nodeLanes(run)[0] ?? 0,
  inbox,
  outbox,
  ring,
  name: '',
  nameAt: null,
  words: null,
});

/** Positions of the frame's requests, by their index there. */
export interface Dots {
  x: Float32Array;
  y: Float32Array;
  /** 1 where the request is drawn as a dot of its own, 0 where it is part of a bundle. */
  single: Uint8Array;
  /** Place of the request in its queue, from 0; −1 outside queues. */
  rank: Int32Array;
  /** Indices of requests, grouped by station. */
  order: Int32Array;
  /** Where each station begins in `order`. */
  readonly offset: Int32Array;
  /** Requests already placed in each event loop's or node's tray, while one is filled. */
  readonly perTray: Int32Array;
}

/** What every painter of one side is given besides the context and the frame. */
export interface Scene {
  readonly side: Side;
  readonly layout: SceneLayout;
  readonly palette: Palette;
  readonly fills: Fills;
  readonly text: SceneText;
  readonly dots: Dots;
  /** Dots become levels and counts. */
  readonly isReduced: boolean;
}
