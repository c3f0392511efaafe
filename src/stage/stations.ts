/**
 * Where requests stand, phase by phase: one line for each phase of the engine. A phase that has no line yet stands where the
 * phase before it does; a test asks for the line.
 */
import { phases } from '../model/engine/generated/abi.ts';
import type { Frame } from '../model/playback/frame.ts';
import type { PhaseName } from './vocabulary.ts';

/** Places where requests can stand. */
const STATIONS = [
  /** Nobody has taken the request yet. */
  'backlog',
  'caller',
  /** In the queue for a connection. */
  'pool',
  /** At its connection's end in the client. */
  'slot',
  /** Handed over to an event loop, in its queue; in its hands, on the way out; arrived for it; in its hands again. */
  'tasks',
  'sending',
  'replies',
  'receiving',
  'wireOut',
  'wireBack',
  /** The server's socket buffers; being read; read, while others are, or blocked; at its turn; answered, not written yet; being written. */
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
  /** From where a request glides in; absent where it appears, or travels. */
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
};

/** The stop of every phase, in the order of a request's way. */
const stops: readonly Stop[] = phases.map((phase, number) => {
  const known = phases.slice(0, number).findLast((before) => STOPS[before]);
  return STOPS[phase] ?? { at: (known && STOPS[known]?.at) ?? 'backlog' };
});

/** How many stations there are; a station's number is its place in the list. */
export const STATION_COUNT = STATIONS.length;
const numberOf = (station: Station): number => STATIONS.indexOf(station);

/** Number of the station of each phase's number. */
export const STATION_OF: Uint8Array = Uint8Array.from(stops, ({ at }) => numberOf(at));

/** Name of a station's number. */
export const stationName = (station: number): Station => STATIONS[station] as Station;

/** Where requests of each phase's number come from; undefined when they appear. */
export const ORIGINS: readonly (Station | undefined)[] = stops.map(({ from }) => from);

/** Requests that stand at a station. */
export function countAt({ byPhase }: Pick<Frame, 'byPhase'>, station: Station): number {
  let count = 0;
  for (let phase = 0; phase < STATION_OF.length; phase++) {
    if (stationName(STATION_OF[phase] as number) === station) count += byPhase[phase] as number;
  }
  return count;
}

/** Stations where requests wait in a row, and those of which every event loop, or every node, has its own. */
const QUEUES: readonly Station[] = ['backlog', 'pool', 'tasks', 'replies', 'inbox', 'batch', 'outbox'];
const PER_LOOP: readonly Station[] = ['tasks', 'replies'];
const PER_NODE: readonly Station[] = ['inbox', 'batch', 'outbox'];

export const isQueue = (station: Station): boolean => QUEUES.includes(station);
export const isPerLoop = (station: Station): boolean => PER_LOOP.includes(station);
export const isPerNode = (station: Station): boolean => PER_NODE.includes(station);
export const isWire = (station: Station): boolean => station === 'wireOut' || station === 'wireBack';
