/**
 * Named regions of the stage: every point of the canvas belongs to one. Their contents (threads, connections,
 * requests) are picked first.
 */
import type { RunLayout } from '../model/playback/player.ts';
import { STAGE_PARTS, type StagePart } from '../model/scenario/stage-parts.ts';
import { type CounterKey, hasBacklog } from './counters.ts';
import { contains, type Rect, rect } from './geometry.ts';
import { hasHelpers, hasPairs, hasPool, hasQueue } from './io.ts';
import { isOnServer, otherLanes, serverIoLanes, threadOf } from './lanes.ts';
import type { SceneLayout } from './places.ts';

export type RegionName = StagePart;

/** Inner regions come before the ones around them. Requests are everywhere and have no area. */
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

/** Writers and readers: client threads with their own place. */
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

/** The area of a region: several rectangles if it is not contiguous, none if this layout lacks it. */
export const areasOf = (layout: SceneLayout, name: RegionName): readonly Rect[] =>
  AREAS.find(([region]) => region === name)?.[1](layout) ?? [];

/** The region at a point; everything between the machines is the network. */
export function regionAt(layout: SceneLayout, x: number, y: number): RegionName {
  return AREAS.find(([, areas]) => areas(layout).some((area) => contains(area, x, y)))?.[0] ?? 'wire';
}

/** The region of each counted quantity. */
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
  proxyQueue: 'wire',
  proxyWork: 'wire',
  serverQueue: 'socketBuffers',
  serverBatch: 'mainThread',
  blocked: 'mainThread',
  replyQueue: 'replyQueue',
};

/** The region of an item on the stage. */
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

/** The regions of a run in request order; the overview merges some of them. */
export function regionsIn(run: RunLayout): RegionName[] {
  const exists: Partial<Record<RegionName, boolean>> = {
    backlog: hasBacklog(run),
    poolQueue: hasQueue(run),
    connections: hasPool(run),
    taskQueue: hasHelpers(run),
    replies: hasHelpers(run),
    eventLoops: run.loops > 0,
    clientThreads: hasPairs(run) || otherLanes(run, false, 1).length > 0,
    serverThreads: [...serverIoLanes(run), ...otherLanes(run, true, 1)].length > 0,
  };
  return STAGE_PARTS.filter((name) => exists[name] !== false);
}

/**
 * An item on the stage: request (by id), batch part (by thread and connection), thread (by lane), connection,
 * counter or region.
 */
export type Picked =
  | { readonly kind: 'request'; readonly id: number }
  | { readonly kind: 'part'; readonly id: number; readonly caller: number; readonly connection: number }
  | { readonly kind: 'thread'; readonly lane: number }
  | { readonly kind: 'connection'; readonly connection: number }
  | { readonly kind: 'count'; readonly count: CounterKey }
  | { readonly kind: 'region'; readonly region: RegionName };
