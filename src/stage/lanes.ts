/** Which thread has which lane: groups of one class each, in the order of the trace. Classes on the server begin with "server". */
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

/** First lane of a class; −1 when the run has none of it. */
export const firstLane = (run: RunLayout, name: ThreadClassName): number =>
  laneGroups(run).find((group) => group.class === name)?.first ?? -1;

/** Class of a lane, and its number within that class, from 1; undefined beyond the last lane. */
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

/** Lanes of the threads that read and write for the main thread of a server; none where it does that alone. */
export const serverIoLanes = (run: RunLayout): number[] => lanesOfClass(run, 'serverIo');

/** Lanes of the nodes of a cluster, each the main thread of its server; of a single server the one. */
export const nodeLanes = (run: RunLayout): number[] => lanesOfClass(run, 'serverMain');

/**
 * Lanes of those who do the I/O for all callers, in the order in which connections are dealt out to them: event loops, or the writer
 * and the reader of each connection. None where callers do it themselves.
 */
export function ioLanes(run: RunLayout): readonly (readonly number[])[] {
  const readers = lanesOfClass(run, 'reader');
  const pairs = lanesOfClass(run, 'writer').map((writer, i) => [writer, readers[i] as number]);
  const loop = firstLane(run, 'eventLoop');
  return run.loops > 0 ? Array.from({ length: run.loops }, (_, i) => [loop + i]) : pairs;
}

/** Classes that have a place of their own on the stage. */
const PLACED: readonly ThreadClassName[] = [
  'caller',
  'eventLoop',
  'writer',
  'reader',
  'serverMain',
  'serverIo',
];

/**
 * Lanes of a machine's other threads: they stand beside its title. The nodes of a cluster that is too large for a place of
 * each (`shown` is 1) all do, also the first, which has the place: so they can be compared.
 */
export function otherLanes(run: RunLayout, onServer: boolean, shown: number): number[] {
  const others = laneGroups(run)
    .filter((group) => !PLACED.includes(group.class) && isOnServer(group.class) === onServer)
    .flatMap(lanesOf);
  const nodes = nodeLanes(run);
  return onServer && nodes.length > shown ? [...nodes, ...others] : others;
}
