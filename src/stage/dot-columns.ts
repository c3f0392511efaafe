/**
 * Columns for the positions of a frame's requests, refilled for each frame: grouped by station, queues in
 * order.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { Dots, SceneLayout } from './places.ts';
import { STATION_COUNT, STATION_OF } from './stations.ts';

export function createDots(layout: SceneLayout): Dots {
  const room = layout.run.callers + 16;
  return {
    x: new Float32Array(room),
    y: new Float32Array(room),
    single: new Uint8Array(room),
    rank: new Int32Array(room),
    order: new Int32Array(room),
    offset: new Int32Array(STATION_COUNT + 1),
    perTray: new Int32Array(Math.max(layout.loops?.active ?? 1, layout.nodes.length)),
  };
}

/** Ensures capacity for `count` requests. */
export function ensureRoom(dots: Dots, count: number): void {
  if (count <= dots.x.length) return;
  const room = count * 2;
  dots.x = new Float32Array(room);
  dots.y = new Float32Array(room);
  dots.single = new Uint8Array(room);
  dots.rank = new Int32Array(room);
  dots.order = new Int32Array(room);
}

/** Fills `order` and `offset`. */
export function groupByStation(dots: Dots, frame: Frame): void {
  const { offset, order } = dots;
  const { count, phase } = frame.requests;
  offset.fill(0);
  for (let p = 0; p < STATION_OF.length; p++) {
    (offset[(STATION_OF[p] as number) + 1] as number) += frame.byPhase[p] as number;
  }
  for (let s = 0; s < STATION_COUNT; s++) (offset[s + 1] as number) += offset[s] as number;
  for (let i = 0; i < count; i++) {
    const s = STATION_OF[phase[i] as number] as number;
    order[offset[s] as number] = i;
    (offset[s] as number)++;
  }
  // The loop above moved each offset to the start of the next station.
  for (let s = STATION_COUNT; s > 0; s--) offset[s] = offset[s - 1] as number;
  offset[0] = 0;
}

/** Longest waiting first. Insertion sort: there are few, nearly sorted. */
export function sortBySince(dots: Dots, frame: Frame, from: number, to: number): void {
  const { order } = dots;
  const { since, id } = frame.requests;
  for (let i = from + 1; i < to; i++) {
    const index = order[i] as number;
    const ownSince = since[index] as number;
    let at = i;
    while (at > from) {
      const other = order[at - 1] as number;
      const otherSince = since[other] as number;
      if (otherSince < ownSince || (otherSince === ownSince && (id[other] as number) < (id[index] as number)))
        break;
      order[at] = other;
      at--;
    }
    order[at] = index;
  }
}
