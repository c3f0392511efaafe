/** The content of the system-call view: the connection, the time range, the calls of its threads. */

import { UNLIMITED_SPEED } from '../../lib/speed.ts';
import { type Call, type Calls, type CallsView, lastInUse } from '../../model/analysis/calls.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { kernelCalls } from '../../stage/calls-density.ts';
import { indexOfRequest } from '../../stage/pick.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { calls } from './calls-state.ts';

/** @param number from 0; undefined: the first one in use */
export const lookAtConnection = (side: SideName, number: number | undefined): void =>
  calls.setState({ [side]: number });

// A connection of another system was not chosen, even with the same number.
experiment.subscribe((now, before) => {
  for (const side of SIDES) if (now[side]?.base !== before[side]?.base) lookAtConnection(side, undefined);
});

/** Length of the picture in seconds on screen; without a clock in model time, ns. */
const SECONDS = 5;
const STILL_NS = 200_000;

/** Longest picture, ns: a longer one takes more than a frame to read from the trace. */
const MOST_NS = 10_000_000;

/** Length of the picture, ns. */
export const windowOf = ({ playhead: { speed } }: Player): number =>
  speed > 0 && speed < UNLIMITED_SPEED ? Math.min(MOST_NS, speed * SECONDS) : STILL_NS;

/** Whether at this speed the picture is shorter than the time since the last update. */
export const isCutShort = ({ playhead: { speed } }: Player): boolean =>
  speed * SECONDS > MOST_NS && speed < UNLIMITED_SPEED;

/** The calls of one connection in the time before a frame, as far as recorded. */
export function viewOf(
  player: Player,
  { recording, layout }: Track,
  frame: Frame,
  connection: number,
): CallsView {
  const toNs = frame.timeNs;
  const fromNs = toNs - windowOf(player);
  const chunks = recording.chunksBetween(Math.max(recording.fromNs, fromNs), toNs);
  return { run: layout, connection, fromNs, toNs, chunks };
}

/** The next connection with a request at the instant of a frame, cyclic; undefined without another. */
export function nextInUse({ load }: Frame, after: number): number | undefined {
  for (let step = 1; step <= load.length; step++) {
    const connection = (after + step + load.length) % load.length;
    if (connection !== after && (load[connection] as number) > 0) return connection;
  }
  return undefined;
}

/**
 * The default connection: the first with a request now, else the last one used within the picture. A pool may
 * have many unused ones.
 */
function usedConnection({ recording }: Pick<Track, 'recording'>, frame: Frame): number | undefined {
  const next = nextInUse(frame, -1);
  if (next !== undefined) return next;
  const fromNs = Math.max(recording.fromNs, frame.timeNs - MOST_NS);
  return lastInUse(recording.chunksBetween(fromNs, frame.timeNs), frame.timeNs);
}

/**
 * The shown connection: the followed request's, else the chosen one, else one in use; `found` is the last of
 * these.
 */
export function connectionOf(
  track: Pick<Track, 'recording' | 'layout'>,
  frame: Frame,
  { request, chosen }: { readonly request: number; readonly chosen: number | undefined },
): { readonly connection: number; readonly isFollowed: boolean; readonly found?: number } {
  const i = request < 0 ? -1 : indexOfRequest(frame, request);
  const followed = i < 0 ? -1 : (frame.requests.connection[i] ?? -1);
  if (followed >= 0) return { connection: followed, isFollowed: true };
  const last = track.layout.connections - 1;
  if (chosen !== undefined) return { connection: Math.min(chosen, last), isFollowed: false };
  const found = usedConnection(track, frame);
  return { connection: found ?? 0, isFollowed: false, ...(found !== undefined && { found }) };
}

/** The system calls on the connection itself, by start time. */
export const ownCalls = ({ client, server }: Calls): readonly Call[] =>
  [...client, ...server]
    .filter(({ isOwn, activity }) => isOwn && activity > 0)
    .sort((left, right) => left.fromNs - right.fromNs);

/** The number of system calls and segments in the picture. */
export const countsOf = ({ client, server, segments }: Calls) => ({
  calls: kernelCalls(client) + kernelCalls(server),
  out: segments.filter(({ isBack }) => !isBack).length,
  back: segments.filter(({ isBack }) => isBack).length,
});
