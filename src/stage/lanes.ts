/** Lanes of the threads: groups of one class each, in trace order. Server classes begin with "server". */
import type { RunLayout } from '../model/playback/player.ts';

export type ThreadClassName = RunLayout['lanes'][number]['class'];

export interface LaneGroup {
  readonly class: ThreadClassName;
  readonly first: number;
  readonly count: number;
}

export function laneGroups({ lanes }: RunLayout): LaneGroup[] {
  let first = 0;
  return lanes.map((group) => {
    const own = { ...group, first };
    first += group.count;
    return own;
  });
}

/** First lane of a class; −1 if the run has none. */
export const firstLane = (run: RunLayout, name: ThreadClassName): number =>
  laneGroups(run).find((group) => group.class === name)?.first ?? -1;

/** Class of a lane and its number within the class, from 1; undefined beyond the last lane. */
export function threadOf(
  run: RunLayout,
  lane: number,
): { class: ThreadClassName; number: number } | undefined {
  const groups = laneGroups(run);
  const group = groups.find(({ first, count }) => lane >= first && lane < first + count);
  if (!group) return undefined;
  // A class may have several groups.
  const before = groups.filter((other) => other.class === group.class && other.first < group.first);
  const earlier = before.reduce((sum, { count }) => sum + count, 0);
  return { class: group.class, number: earlier + lane - group.first + 1 };
}

export const isOnServer = (name: ThreadClassName): boolean => name.startsWith('server');

const lanesOf = (group: LaneGroup): number[] =>
  Array.from({ length: group.count }, (_, i) => group.first + i);

const lanesOfClass = (run: RunLayout, name: ThreadClassName): number[] =>
  laneGroups(run)
    .filter((group) => group.class === name)
    .flatMap(lanesOf);

/** Lanes of a server's I/O threads; empty if the main thread does all I/O. */
export const serverIoLanes = (run: RunLayout): number[] => lanesOfClass(run, 'serverIo');

/** Whether clients connect to a proxy. */
export const hasProxy = ({ lanes }: RunLayout): boolean => lanes.some((group) => group.class === 'proxy');

/** Lanes of the cluster nodes' main threads; of a single server, its one. */
export const nodeLanes = (run: RunLayout): number[] => lanesOfClass(run, 'serverMain');

/**
 * Lanes of the client's I/O threads, in the order of connection assignment: event loops, or writer and reader
 * of each connection. Empty if callers do the I/O.
 */
export function ioLanes(run: RunLayout): readonly (readonly number[])[] {
  const readers = lanesOfClass(run, 'reader');
  const pairs = lanesOfClass(run, 'writer').map((writer, i) => [writer, readers[i] as number]);
  const loop = firstLane(run, 'eventLoop');
  return run.loops > 0 ? Array.from({ length: run.loops }, (_, i) => [loop + i]) : pairs;
}

/** Classes with their own place on the stage. */
const PLACED: readonly ThreadClassName[] = [
  'caller',
  'eventLoop',
  'writer',
  'reader',
  'serverMain',
  'serverIo',
];

/**
 * Lanes of a machine's other threads, drawn next to its title. If a cluster is too large for one place per
 * node (`shown` is 1), all nodes are here, including the first, for comparison.
 */
export function otherLanes(run: RunLayout, onServer: boolean, visible: number): number[] {
  const others = laneGroups(run)
    .filter((group) => !PLACED.includes(group.class) && isOnServer(group.class) === onServer)
    .flatMap(lanesOf);
  const nodes = nodeLanes(run);
  return onServer && nodes.length > visible ? [...nodes, ...others] : others;
}
