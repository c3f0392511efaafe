/**
 * Where every request's dot is at one instant: the one answer that painters and pointer share.
 *
 * A request that has just entered a place glides into it from the place it left, for a moment on screen; its count belongs
 * to the new place from the first instant on. The way on the wire is exact.
 */
import type { Frame } from '../playback/frame.ts';
import { capacity, cellX, cellY, easeOut, type Grid, scatter } from './geometry.ts';
import { MAX_SINGLE, type SceneLayout, type Tray } from './places.ts';
import { PHASE } from './vocabulary.ts';

/** Requests per lane from which on they use its whole width. */
const SPREAD_FROM = 20;

/** A glide takes at most this share of the phase it leads into. */
const GLIDE_SHARE = 0.3;

/** Positions of the frame's requests, by their index there. */
export interface Dots {
  x: Float32Array;
  y: Float32Array;
  /** 1 where the request is drawn as a dot of its own, 0 where it is part of a bundle. */
  single: Uint8Array;
  /** Place of the request in its queue, from 0; −1 outside queues. */
  rank: Int32Array;
  /** Indices of requests, grouped by phase. */
  order: Int32Array;
  /** Where each phase begins in `order`. */
  readonly offset: Int32Array;
  /** Requests already placed in each event loop's tray, while one is filled. */
  readonly perLoop: Int32Array;
}

const PHASES = Object.keys(PHASE).length;

export function createDots(layout: SceneLayout): Dots {
  const room = layout.run.callers + 16;
  return {
    x: new Float32Array(room),
    y: new Float32Array(room),
    single: new Uint8Array(room),
    rank: new Int32Array(room),
    order: new Int32Array(room),
    offset: new Int32Array(PHASES + 1),
    perLoop: new Int32Array(Math.max(1, layout.run.loops)),
  };
}

/** Places every request of the frame. `glideNs`: model time that a glide takes; 0 turns glides into cuts. */
export function placeDots(dots: Dots, frame: Frame, layout: SceneLayout, glideNs: number): void {
  ensureRoom(dots, frame.requests.count);
  groupByPhase(dots, frame);
  for (let phase = 0; phase < PHASES; phase++) {
    const from = dots.offset[phase] as number;
    const to = dots.offset[phase + 1] as number;
    if (from === to) continue;
    if (isPerLoop(phase)) dots.perLoop.fill(0);
    if (isQueue(phase) && to - from <= MAX_SINGLE) sortBySince(dots, frame, from, to);
    for (let i = from; i < to; i++) placeOne(dots, frame, layout, phase, i - from, to - from, glideNs);
  }
}

function ensureRoom(dots: Dots, count: number): void {
  if (count <= dots.x.length) return;
  const room = count * 2;
  dots.x = new Float32Array(room);
  dots.y = new Float32Array(room);
  dots.single = new Uint8Array(room);
  dots.rank = new Int32Array(room);
  dots.order = new Int32Array(room);
}

function groupByPhase(dots: Dots, frame: Frame): void {
  const { offset, order } = dots;
  const { count, phase } = frame.requests;
  offset[0] = 0;
  for (let p = 0; p < PHASES; p++) offset[p + 1] = (offset[p] as number) + (frame.byPhase[p] as number);
  for (let i = 0; i < count; i++) {
    const p = phase[i] as number;
    order[offset[p] as number] = i;
    (offset[p] as number)++;
  }
  // Filling has moved every offset to the next one's place.
  for (let p = PHASES; p > 0; p--) offset[p] = offset[p - 1] as number;
  offset[0] = 0;
}

const isQueue = (phase: number): boolean =>
  phase === PHASE.waitCaller ||
  phase === PHASE.waitConnection ||
  phase === PHASE.taskQueue ||
  phase === PHASE.serverQueue ||
  phase === PHASE.serverBatch ||
  phase === PHASE.replyQueue ||
  phase === PHASE.clientRead;

/** Queues of which every event loop has its own. */
const isPerLoop = (phase: number): boolean => phase === PHASE.taskQueue || phase === PHASE.clientRead;

/** Longest waiting first; insertion, because there are few and they are nearly in order. */
function sortBySince(dots: Dots, frame: Frame, from: number, to: number): void {
  const { order } = dots;
  const { since, id } = frame.requests;
  for (let i = from + 1; i < to; i++) {
    const own = order[i] as number;
    const ownSince = since[own] as number;
    let at = i;
    while (at > from) {
      const other = order[at - 1] as number;
      const otherSince = since[other] as number;
      if (otherSince < ownSince || (otherSince === ownSince && (id[other] as number) < (id[own] as number)))
        break;
      order[at] = other;
      at--;
    }
    order[at] = own;
  }
}

// One place at a time is computed into these two, so that no point object is made per dot.
let px = 0;
let py = 0;

function placeOne(
  dots: Dots,
  frame: Frame,
  layout: SceneLayout,
  phase: number,
  rank: number,
  inPhase: number,
  glideNs: number,
): void {
  const { requests } = frame;
  const i = dots.order[(dots.offset[phase] as number) + rank] as number;
  const isOnWire = phase === PHASE.wireOut || phase === PHASE.wireBack;
  const own = isPerLoop(phase) ? rankInLoop(dots, layout, requests.connection[i] as number) : rank;
  dots.rank[i] = isQueue(phase) ? own : -1;
  dots.single[i] = (isOnWire || isQueue(phase)) && inPhase > MAX_SINGLE ? 0 : 1;
  const hasRoom = target(layout, frame, i, phase, own);
  if (!hasRoom) dots.single[i] = 0;
  const toX = px;
  const toY = py;
  const elapsedNs = frame.timeNs - (requests.since[i] as number);
  const share = glideShare(elapsedNs, glideNs, requests.progress[i] as number);
  if (share < 1 && !isOnWire && origin(layout, frame, i, phase)) {
    dots.x[i] = px + (toX - px) * share;
    dots.y[i] = py + (toY - py) * share;
  } else {
    dots.x[i] = toX;
    dots.y[i] = toY;
  }
}

/** How far a glide has come. It ends early in a short phase, so that a dot is in its place most of the time. */
function glideShare(elapsedNs: number, glideNs: number, progress: number): number {
  const byTime = glideNs > 0 ? elapsedNs / glideNs : 1;
  const share = Math.max(byTime, progress / GLIDE_SHARE);
  return share < 1 ? easeOut(share) : 1;
}

function rankInLoop(dots: Dots, layout: SceneLayout, connection: number): number {
  const loop = connection < 0 ? 0 : connection % Math.max(1, layout.run.loops);
  const rank = dots.perLoop[loop] as number;
  dots.perLoop[loop] = rank + 1;
  return rank;
}

/** Where a request of this phase and rank belongs. False when its place is full: then it is only counted. */
function target(layout: SceneLayout, frame: Frame, i: number, phase: number, rank: number): boolean {
  const { requests } = frame;
  const connection = requests.connection[i] as number;
  const id = requests.id[i] as number;
  switch (phase) {
    case PHASE.waitCaller:
      return inTray(layout.backlog, rank);
    case PHASE.waitConnection:
      return layout.queue ? inTray(layout.queue, rank) : atCaller(layout, requests.caller[i] as number);
    case PHASE.taskQueue:
      return layout.loops
        ? inTray(loopTray(layout, layout.loops.tasks, connection), rank)
        : atSlot(layout, connection);
    case PHASE.clientRead:
      return layout.loops
        ? inTray(loopTray(layout, layout.loops.replies, connection), rank)
        : atSlot(layout, connection);
    case PHASE.clientWrite:
    case PHASE.decode:
    case PHASE.giveBack:
      return layout.loops && phase !== PHASE.giveBack
        ? atLoop(layout, connection, phase)
        : atSlot(layout, connection);
    case PHASE.wireOut:
      return onWire(layout, connection, id, requests.progress[i] as number, false);
    case PHASE.wireBack:
      return onWire(layout, connection, id, 1 - (requests.progress[i] as number), true);
    case PHASE.serverQueue:
      return inTray(layout.server.inbox, rank);
    case PHASE.serverRead:
      return onRing(layout, RING.read, 0);
    case PHASE.serverBatch:
      return onRing(layout, RING.batch + Math.min(rank, 9) * 8, -0.85);
    case PHASE.execute:
      return onRing(layout, RING.execute, 0);
    case PHASE.replyQueue:
      return inTray(layout.server.outbox, rank);
    case PHASE.serverWrite:
      return onRing(layout, RING.write, 0);
    default:
      return atCaller(layout, requests.caller[i] as number);
  }
}

/** Where a request comes from when it enters a phase. False when it appears in its place. */
function origin(layout: SceneLayout, frame: Frame, i: number, phase: number): boolean {
  const { requests } = frame;
  const caller = requests.caller[i] as number;
  const connection = requests.connection[i] as number;
  const id = requests.id[i] as number;
  switch (phase) {
    case PHASE.waitConnection:
    case PHASE.taskQueue:
      return atCaller(layout, caller);
    case PHASE.clientWrite:
      return layout.loops
        ? inTray(loopTray(layout, layout.loops.tasks, connection), 0)
        : atCaller(layout, caller);
    case PHASE.serverQueue:
      return onWire(layout, connection, id, 1, false);
    case PHASE.serverRead:
      return inTray(layout.server.inbox, 0);
    case PHASE.serverBatch:
    case PHASE.execute:
      return onRing(layout, RING.read, 0);
    case PHASE.replyQueue:
      return onRing(layout, RING.execute, 0);
    case PHASE.serverWrite:
      return inTray(layout.server.outbox, 0);
    case PHASE.clientRead:
      return onWire(layout, connection, id, 0, true);
    case PHASE.decode:
      return layout.loops ? inTray(loopTray(layout, layout.loops.replies, connection), 0) : false;
    case PHASE.wakeUp:
      return layout.loops ? atLoop(layout, connection, PHASE.decode) : atSlot(layout, connection);
    default:
      return false;
  }
}

/** Angles on the server's ring in degrees, clockwise from the top: the middle of each part of the loop. */
const RING = { read: 0, batch: 22, execute: 90, write: 180 } as const;

function onRing(layout: SceneLayout, degrees: number, inward: number): boolean {
  const { ring } = layout.server;
  const angle = ((degrees - 90) * Math.PI) / 180;
  const radius = ring.radius + inward * ring.band;
  px = ring.x + radius * Math.cos(angle);
  py = ring.y + radius * Math.sin(angle);
  return true;
}

function inCell(grid: Grid, index: number): boolean {
  px = cellX(grid, index) + grid.stepX / 2;
  py = cellY(grid, index) + grid.stepY / 2;
  return true;
}

function inTray(tray: Tray, rank: number): boolean {
  const last = capacity(tray.grid) - 1;
  inCell(tray.grid, Math.min(rank, last));
  return rank <= last;
}

function loopTray({ loops, run, backlog }: SceneLayout, trays: readonly Tray[], connection: number): Tray {
  const loop = Math.max(0, connection) % Math.max(1, run.loops);
  return trays[loops?.form === 'boxes' ? loop : 0] ?? backlog;
}

function atCaller(layout: SceneLayout, caller: number): boolean {
  const { callers, dot } = layout;
  const { grid } = callers;
  if (callers.form === 'levels') {
    px = callers.area.x + callers.area.w * (0.5 + 0.9 * scatter(caller));
    py = callers.area.y + callers.area.h * (0.5 + 0.9 * scatter(caller * 31 + 7));
    return true;
  }
  if (callers.form === 'rows') {
    px = cellX(grid, caller) + grid.stepX - dot * 2.2;
    py = cellY(grid, caller) + grid.stepY / 2;
    return true;
  }
  return inCell(grid, caller);
}

function atSlot(layout: SceneLayout, connection: number): boolean {
  const { slots, pipes, dot } = layout;
  if (!slots || connection < 0 || slots.form === 'level')
    return onWire(layout, Math.max(0, connection), 0, 0, false);
  if (slots.form === 'cells') return inCell(slots.grid, connection);
  const across = ((pipes.laneOf[connection] as number) + 0.5) * pipes.step;
  px = pipes.isTall ? pipes.area.x + across : slots.area.x + slots.area.w - dot * 3;
  py = pipes.isTall ? slots.area.y + slots.area.h - dot * 2.2 : pipes.area.y + across;
  return true;
}

function atLoop(layout: SceneLayout, connection: number, phase: number): boolean {
  const { loops, run, pipes } = layout;
  if (!loops) return atSlot(layout, connection);
  const loop = Math.max(0, connection) % Math.max(1, run.loops);
  if (loops.form === 'cells') return inCell(loops.grid, loop);
  const core = loops.cores[loop];
  if (!core) return false;
  // What goes out is on one half of the box, what comes in on the other, like the two ways of the wire.
  const isOut = phase === PHASE.clientWrite;
  const across = isOut ? 0.25 : 0.75;
  const along = phase === PHASE.decode ? 0.1 : 0.88;
  px = core.x + core.w * (pipes.isTall ? across : along);
  py = core.y + core.h * (pipes.isTall ? along : across);
  return true;
}

/** A point of a connection's lane; `along` 0 is the client's end. */
function onWire(
  layout: SceneLayout,
  connection: number,
  id: number,
  along: number,
  isBack: boolean,
): boolean {
  const { area, isTall, laneOf, isBundle, step } = layout.pipes;
  const lane = isBundle ? 0 : (laneOf[Math.max(0, connection)] ?? 0);
  const across = (lane + acrossLane(layout, connection, id, isBack)) * step;
  if (isTall) {
    px = area.x + across;
    py = area.y + along * area.h;
  } else {
    px = area.x + along * area.w;
    py = area.y + across;
  }
  return true;
}

/** Where in its lane a request travels, 0 … 1: out in the first half, back in the second, spread where there is room. */
function acrossLane(
  { pipes, dot, run }: SceneLayout,
  connection: number,
  id: number,
  isBack: boolean,
): number {
  const middle = isBack ? 0.73 : 0.27;
  if (pipes.isBundle) return middle + scatter(connection) * 0.38;
  // Few requests travel on the line itself.
  const share = Math.min(1, run.callers / pipes.lanes / SPREAD_FROM);
  const spread = (share * Math.max(0, pipes.step * 0.42 - 2.4 * dot)) / pipes.step;
  return middle + scatter(id) * spread;
}
