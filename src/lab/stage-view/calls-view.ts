/** What is looked at when one looks at system calls: which connection, how far back, and what its threads did. */

import { FLAT_OUT } from '../../lib/speed.ts';
import { type Call, type Calls, type CallsView, lastInUse } from '../../model/analysis/calls.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { kernelCalls } from '../../stage/calls-density.ts';
import { indexOfRequest } from '../../stage/pick.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { calls } from './calls-state.ts';

/** @param number from 0; undefined: the first that is seen in use */
export const lookAtConnection = (side: SideName, number: number | undefined): void =>
  calls.setState({ [side]: number });

// Another system's connection of the same number is not the one that was chosen.
experiment.subscribe((now, before) => {
  for (const side of SIDES) if (now[side]?.base !== before[side]?.base) lookAtConnection(side, undefined);
});

/** Seconds on screen that the picture reaches back; without a clock a stretch of model time, ns. */
const SECONDS = 5;
const STILL_NS = 200_000;

/** The picture reaches back no further than this, ns: a longer stretch would take longer to read from the trace than a frame lasts. */
const MOST_NS = 10_000_000;

/** How far the picture reaches back, ns. */
export const windowOf = ({ playhead: { speed } }: Player): number =>
  speed > 0 && speed < FLAT_OUT ? Math.min(MOST_NS, speed * SECONDS) : STILL_NS;

/** Whether at this speed less is seen than has just passed on screen. */
export const isCutShort = ({ playhead: { speed } }: Player): boolean =>
  speed * SECONDS > MOST_NS && speed < FLAT_OUT;

/** One connection at the instant of a frame and some seconds back, as far as it is recorded. */
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

/** The next connection after this one that requests have at the instant of a frame, after the last the first again; undefined without another. */
export function nextInUse({ load }: Frame, after: number): number | undefined {
  for (let step = 1; step <= load.length; step++) {
    const connection = (after + step + load.length) % load.length;
    if (connection !== after && (load[connection] as number) > 0) return connection;
  }
  return undefined;
}

/**
 * The connection to begin with: the first that requests have now, else the one that was used last, as far back as the picture may reach.
 * A pool may have many that nobody ever uses.
 */
function usedConnection({ recording }: Pick<Track, 'recording'>, frame: Frame): number | undefined {
  const next = nextInUse(frame, -1);
  if (next !== undefined) return next;
  const fromNs = Math.max(recording.fromNs, frame.timeNs - MOST_NS);
  return lastInUse(recording.chunksBetween(fromNs, frame.timeNs), frame.timeNs);
}

/** The connection that is looked at: the followed request's while it has one, else the chosen one, else one in use; found is the last of these. */
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

/** The system calls on the connection itself, in the order of their beginning. */
export const ownCalls = ({ client, server }: Calls): readonly Call[] =>
  [...client, ...server]
    .filter(({ isOwn, activity }) => isOwn && activity > 0)
    .sort((one, other) => one.fromNs - other.fromNs);

/** How many system calls and segments are in the picture. */
export const countsOf = ({ client, server, segments }: Calls) => ({
  calls: kernelCalls(client) + kernelCalls(server),
  out: segments.filter(({ isBack }) => !isBack).length,
  back: segments.filter(({ isBack }) => isBack).length,
});
