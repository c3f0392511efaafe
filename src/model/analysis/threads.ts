/** Class and machine of each thread lane. Server classes begin with "server". */
import type { RunLayout } from '../workers/protocol.ts';

export type ThreadClassName = RunLayout['lanes'][number]['class'];

/** The class of a lane; undefined beyond the last. */
export function classOf({ lanes }: RunLayout, lane: number): ThreadClassName | undefined {
  let first = 0;
  for (const group of lanes) {
    if (lane < first + group.count) return group.class;
    first += group.count;
  }
  return undefined;
}

/** Lanes of a class, in order. */
export function lanesOf({ lanes }: RunLayout, name: ThreadClassName): number[] {
  let first = 0;
  const found: number[] = [];
  for (const group of lanes) {
    if (group.class === name) for (let i = 0; i < group.count; i++) found.push(first + i);
    first += group.count;
  }
  return found;
}

/** Whether a lane belongs to the server's process. */
export const isOnServer = (layout: RunLayout, lane: number): boolean =>
  classOf(layout, lane)?.startsWith('server') ?? false;

/** Whether two threads compete for the same cores. */
export const sharesMachine = (layout: RunLayout, lane: number, other: number): boolean =>
  layout.serverCores === 0 || isOnServer(layout, lane) === isOnServer(layout, other);
