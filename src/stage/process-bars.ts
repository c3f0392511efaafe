/**
 * The processes of a fleet as bars: how many requests each has waiting and at the server, and whose requests
 * the server has.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { Fill } from './fills.ts';
import type { Rect } from './geometry.ts';
import type { ClientProcesses } from './processes.ts';

/** Colours of the bars. */
export interface BarFills {
  readonly waiting: Fill;
  readonly atServer: Fill;
  /** Outline of waiting requests. */
  readonly outline: string;
  /** Clients in the server's queue, alternating. */
  readonly shares: readonly [Fill, Fill];
  readonly ink: string;
}

/** Where the bars are, CSS pixels. */
export interface BarPlaces {
  readonly width: number;
  readonly height: number;
  /** The room of each shown process, for its two bars beside each other. */
  readonly tiles: readonly { readonly process: number; readonly box: Rect }[];
  /** The server's queue, and the widths of the clients' numbers in it. */
  readonly queue: Rect;
  readonly numbers: readonly { readonly text: string; readonly width: number }[];
}

/** Gap between the two bars of a process, CSS pixels. */
const GAP = 1;

/** The bars of a run, and what is on the canvas. */
export interface Bars {
  readonly clients: readonly ClientProcesses[];
  readonly places: BarPlaces;
  readonly fills: BarFills;
  /** The largest count so far: a bar of full height. */
  largest: number;
  /** The counts on the canvas: waiting in each process, then at the server. */
  readonly painted: Uint32Array;
}

/** More than any count. */
const NOT_PAINTED = 0xffffffff;

/** Bars of which nothing is on the canvas yet. @param largest the largest count so far */
export function createBars(
  clients: readonly ClientProcesses[],
  places: BarPlaces,
  fills: BarFills,
  largest = 1,
): Bars {
  const processes = clients.reduce((sum, { instances }) => sum + instances, 0);
  return { clients, places, fills, largest, painted: new Uint32Array(2 * processes).fill(NOT_PAINTED) };
}

/**
 * Paints a known frame whose counts differ from those on the canvas. Returns whether it has painted. The context
 * has the font of the numbers.
 */
export function paintBars(ctx: CanvasRenderingContext2D, frame: Frame, bars: Bars): boolean {
  if (!frame.known || !takeCounts(frame, bars)) return false;
  ctx.clearRect(0, 0, bars.places.width, bars.places.height);
  paintTiles(ctx, frame, bars);
  paintQueue(ctx, frame, bars);
  return true;
}

/** Notes the counts of a frame. Returns whether any has changed. */
function takeCounts({ processes: { waiting, atServer } }: Frame, bars: Bars): boolean {
  const { painted } = bars;
  const processes = painted.length / 2;
  let hasChanged = false;
  for (let i = 0; i < processes; i++) {
    const [own, there] = [waiting[i] as number, atServer[i] as number];
    if (painted[i] === own && painted[processes + i] === there) continue;
    hasChanged = true;
    painted[i] = own;
    painted[processes + i] = there;
    bars.largest = Math.max(bars.largest, own, there);
  }
  return hasChanged;
}

function paintTiles(
  ctx: CanvasRenderingContext2D,
  { processes: { waiting, atServer } }: Frame,
  { places: { tiles }, fills, largest }: Bars,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = fills.outline;
  ctx.fillStyle = fills.waiting;
  for (const { process, box } of tiles) {
    const h = (box.h * (waiting[process] as number)) / largest;
    if (h === 0) continue;
    const w = (box.w - GAP) / 2;
    const y = box.y + box.h - h;
    ctx.fillRect(box.x, y, w, h);
    ctx.strokeRect(box.x + 0.5, y + 0.5, w - 1, Math.max(0, h - 1));
  }
  ctx.fillStyle = fills.atServer;
  for (const { process, box } of tiles) {
    const h = (box.h * (atServer[process] as number)) / largest;
    const w = (box.w - GAP) / 2;
    if (h > 0) ctx.fillRect(box.x + w + GAP, box.y + box.h - h, w, h);
  }
}

/** The server's requests by client: widths are shares of all. */
function paintQueue(
  ctx: CanvasRenderingContext2D,
  { processes: { atServer } }: Frame,
  { clients, places: { queue, numbers }, fills }: Bars,
): void {
  let all = 0;
  for (const client of clients) all += sumOf(client, atServer);
  let { x } = queue;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const client of clients) {
    const count = sumOf(client, atServer);
    if (count === 0) continue;
    const w = (queue.w * count) / all;
    ctx.fillStyle = fills.shares[client.number % 2] as Fill;
    ctx.fillRect(x, queue.y, w, queue.h);
    const number = numbers[client.number];
    if (number && number.width <= w) {
      ctx.fillStyle = fills.ink;
      ctx.fillText(number.text, x + w / 2, queue.y + queue.h / 2);
    }
    x += w;
  }
}

/** A count of all processes of a client. */
function sumOf({ first, instances }: ClientProcesses, column: Uint32Array): number {
  let sum = 0;
  for (let process = first; process < first + instances; process++) sum += column[process] as number;
  return sum;
}
