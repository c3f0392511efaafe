/**
 * The station of each engine phase. A phase without an entry takes the station of the phase before it; a test
 * requires an entry.
 */
import { phases } from '../model/engine/generated/abi.ts';
import type { Frame } from '../model/playback/frame.ts';
import type { PhaseName } from './vocabulary.ts';

/** Places of requests. */
const STATIONS = [
  /** No caller has taken the request yet. */
  'backlog',
  'caller',
  /** In the queue for a connection. */
  'pool',
  /** At its connection's client end. */
  'slot',
  /** In an event loop's task queue; being sent; arrived for it; being read. */
  'tasks',
  'sending',
  'replies',
  'receiving',
  'wireOut',
  'wireBack',
  /** With a proxy, on either way: in the middle of the wire. Both hops cross the whole wire. */
  'proxy',
  /**
   * In the server's socket buffers; being read; read while others are, or blocked; executing; executed but
   * not written; being written.
   */
  'inbox',
  'reading',
  'batch',
  'executing',
  'outbox',
  'writing',
] as const;
export type Station = (typeof STATIONS)[number];

interface Stop {
  readonly at: Station;
  /** The station before it, for the transition; absent if it appears or travels. */
  readonly from?: Station;
}

export const STOPS: Readonly<Partial<Record<PhaseName, Stop>>> = {
  waitCaller: { at: 'backlog' },
  backoff: { at: 'caller' },
  topology: { at: 'caller' },
  fanOut: { at: 'caller' },
  waitConnection: { at: 'pool', from: 'caller' },
  connect: { at: 'slot', from: 'pool' },
  testOnBorrow: { at: 'slot', from: 'pool' },
  prepare: { at: 'caller' },
  taskQueue: { at: 'tasks', from: 'caller' },
  clientWrite: { at: 'sending', from: 'tasks' },
  flushWait: { at: 'sending', from: 'tasks' },
  wireOut: { at: 'wireOut' },
  serverQueue: { at: 'inbox', from: 'wireOut' },
  serverRead: { at: 'reading', from: 'inbox' },
  serverBatch: { at: 'batch', from: 'reading' },
  execute: { at: 'executing', from: 'reading' },
  blocked: { at: 'batch', from: 'executing' },
  replyQueue: { at: 'outbox', from: 'executing' },
  serverWrite: { at: 'writing', from: 'outbox' },
  wireBack: { at: 'wireBack' },
  clientRead: { at: 'replies', from: 'wireBack' },
  decode: { at: 'receiving', from: 'replies' },
  wakeUp: { at: 'caller', from: 'receiving' },
  testOnReturn: { at: 'slot' },
  giveBack: { at: 'slot' },
  process: { at: 'caller' },
  proxyQueue: { at: 'proxy' },
  proxyWork: { at: 'proxy' },
};

/** The stop of every phase, in request order. */
const stops: readonly Stop[] = phases.map((phase, number) => {
  const known = phases.slice(0, number).findLast((before) => STOPS[before]);
  return STOPS[phase] ?? { at: (known && STOPS[known]?.at) ?? 'backlog' };
});

/** Number of stations; a station's number is its index. */
export const STATION_COUNT = STATIONS.length;
const numberOf = (station: Station): number => STATIONS.indexOf(station);

/** Station number by phase number. */
export const STATION_OF: Uint8Array = Uint8Array.from(stops, ({ at }) => numberOf(at));

/** Name by station number. */
export const stationName = (station: number): Station => STATIONS[station] as Station;

/** Previous station by phase number; undefined if the request appears. */
export const ORIGINS: readonly (Station | undefined)[] = stops.map(({ from }) => from);

/** Number of requests at a station. */
export function countAt({ byPhase }: Pick<Frame, 'byPhase'>, station: Station): number {
  let count = 0;
  for (let phase = 0; phase < STATION_OF.length; phase++) {
    if (stationName(STATION_OF[phase] as number) === station) count += byPhase[phase] as number;
  }
  return count;
}

/** Stations that are queues; and those that exist per event loop or per node. */
const QUEUES: readonly Station[] = ['backlog', 'pool', 'tasks', 'replies', 'inbox', 'batch', 'outbox'];
const PER_LOOP: readonly Station[] = ['tasks', 'replies'];
const PER_NODE: readonly Station[] = ['inbox', 'batch', 'outbox'];

export const isQueue = (station: Station): boolean => QUEUES.includes(station);
export const isPerLoop = (station: Station): boolean => PER_LOOP.includes(station);
export const isPerNode = (station: Station): boolean => PER_NODE.includes(station);
export const isWire = (station: Station): boolean => station === 'wireOut' || station === 'wireBack';
