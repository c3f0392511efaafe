/**
 * The parts of the stage that have a name: every point of the canvas belongs to one. What is in them (threads, connections,
 * requests) is picked before them.
 */
import type { RunLayout } from '../model/playback/player.ts';
import { STAGE_PARTS, type StagePart } from '../model/scenario/stage-parts.ts';
import { type CounterKey, hasBacklog } from './counters.ts';
import { contains, type Rect, rect } from './geometry.ts';
import { hasHelpers, hasPairs, hasPool, hasQueue } from './io.ts';
import { isOnServer, otherLanes, serverIoLanes, threadOf } from './lanes.ts';
import type { SceneLayout } from './places.ts';

export type RegionName = StagePart;

/** Smaller ones first: what lies in another comes before it. Requests are everywhere and have no area of their own. */
const AREAS: readonly [RegionName, (layout: SceneLayout) => readonly Rect[]][] = [
  ['taskQueue', ({ loops }) => (loops?.tasks ?? []).map(({ area }) => area)],
  ['replies', ({ loops }) => (loops?.replies ?? []).map(({ area }) => area)],
  ['eventLoops', ({ loops, run }) => (hasPairs(run) ? [] : (loops?.boxes ?? []))],
  ['poolQueue', ({ queue }) => (queue ? [queue.area] : [])],
  ['connections', ({ slots }) => (slots ? [slots.area] : [])],
  ['clientThreads', (layout) => [...pairBoxes(layout), ...otherBoxes(layout, false)]],
  ['serverThreads', (layout) => otherBoxes(layout, true)],
  ['socketBuffers', ({ nodes }) => nodes.map(({ inbox }) => inbox.area)],
  ['replyQueue', ({ nodes }) => nodes.map(({ outbox }) => outbox.area)],
  ['mainThread', ({ nodes }) => nodes.map(({ ring }) => ringBox(ring))],
  ['callers', ({ callers }) => [callers.area]],
  ['backlog', ({ backlog, run }) => (hasBacklog(run) ? [backlog.area] : [])],
  ['wire', ({ pipes }) => [pipes.area]],
  ['clientMachine', ({ clientBox }) => [clientBox]],
  ['serverMachine', ({ serverBox }) => [serverBox]],
];

/** Writers and readers: like other threads of the client, but with a place of their own. */
const pairBoxes = ({ loops, run }: SceneLayout): readonly Rect[] =>
  hasPairs(run) ? (loops?.boxes ?? []) : [];

const otherBoxes = ({ others, run }: SceneLayout, onServer: boolean): Rect[] =>
  others
    .filter(({ lane }) => isOnServer(threadOf(run, lane)?.class ?? 'caller') === onServer)
    .map(({ box }) => box);

const ringBox = ({ x, y, radius, band }: { x: number; y: number; radius: number; band: number }): Rect => {
  const reach = radius + band / 2;
  return rect(x - reach, y - reach, 2 * reach, 2 * reach);
};

/** Where a region is; several rectangles where it is not in one piece, none where this layout has no such part. */
export const areasOf = (layout: SceneLayout, name: RegionName): readonly Rect[] =>
  AREAS.find(([own]) => own === name)?.[1](layout) ?? [];

/** The region at a point; between the machines everything is the network. */
export function regionAt(layout: SceneLayout, x: number, y: number): RegionName {
  return AREAS.find(([, areas]) => areas(layout).some((area) => contains(area, x, y)))?.[0] ?? 'wire';
}

/** Where what is counted is. */
const COUNTED_IN: Readonly<Record<CounterKey, RegionName>> = {
  onCore: 'callers',
  ready: 'callers',
  waitLoop: 'callers',
  waitCaller: 'backlog',
  notAskedFor: 'backlog',
  waitConnection: 'poolQueue',
  connect: 'connections',
  inUse: 'connections',
  taskQueue: 'taskQueue',
  ring: 'taskQueue',
  clientRead: 'replies',
  wireOut: 'wire',
  wireBack: 'wire',
  serverQueue: 'socketBuffers',
  serverBatch: 'mainThread',
  blocked: 'mainThread',
  replyQueue: 'replyQueue',
};

/** The region that something on the stage belongs to. */
export function regionOf(run: RunLayout, picked: Picked): RegionName {
  if (picked.kind === 'region') return picked.region;
  if (picked.kind === 'count') return COUNTED_IN[picked.count];
  if (picked.kind === 'connection') return 'connections';
  if (picked.kind !== 'thread') return 'request';
  const name = threadOf(run, picked.lane)?.class ?? 'caller';
  if (name === 'caller') return 'callers';
  if (name === 'eventLoop') return 'eventLoops';
  if (name === 'serverMain') return 'mainThread';
  return isOnServer(name) ? 'serverThreads' : 'clientThreads';
}

/** The parts that a run has, in the order of a request's way; a farther look shows some of them as one. */
export function regionsIn(run: RunLayout): RegionName[] {
  const isThere: Partial<Record<RegionName, boolean>> = {
    backlog: hasBacklog(run),
    poolQueue: hasQueue(run),
    connections: hasPool(run),
    taskQueue: hasHelpers(run),
    replies: hasHelpers(run),
    eventLoops: run.loops > 0,
    clientThreads: hasPairs(run) || otherLanes(run, false, 1).length > 0,
    serverThreads: [...serverIoLanes(run), ...otherLanes(run, true, 1)].length > 0,
  };
  return STAGE_PARTS.filter((name) => isThere[name] !== false);
}

/**
 * A request by its id, a part of a batch by its thread and connection, a thread by its lane, a connection, a count beside a
 * place, or a part of the stage.
 */
export type Picked =
  | { readonly kind: 'request'; readonly id: number }
  | { readonly kind: 'part'; readonly id: number; readonly caller: number; readonly connection: number }
  | { readonly kind: 'thread'; readonly lane: number }
  | { readonly kind: 'connection'; readonly connection: number }
  | { readonly kind: 'count'; readonly count: CounterKey }
  | { readonly kind: 'region'; readonly region: RegionName };
