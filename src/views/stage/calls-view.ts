/** What is looked at when one looks at system calls: which connection, how far back, and what its threads did. */
import type { Call, Calls, CallsView } from '../../analysis/calls.ts';
import { FLAT_OUT } from '../../lib/speed.ts';
import type { Frame } from '../../playback/frame.ts';
import type { Player, Track } from '../../playback/player.ts';
import { kernelCalls } from '../../scene/calls-density.ts';
import { indexOfRequest } from '../../scene/pick.ts';

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

/** The connection that is looked at: the followed request's while it has one, else the chosen one. */
export function connectionOf(
  frame: Frame,
  connections: number,
  { request, chosen }: { readonly request: number; readonly chosen: number },
): { readonly connection: number; readonly isFollowed: boolean } {
  const i = request < 0 ? -1 : indexOfRequest(frame, request);
  const followed = i < 0 ? -1 : (frame.requests.connection[i] ?? -1);
  return followed >= 0
    ? { connection: followed, isFollowed: true }
    : { connection: Math.min(chosen, connections - 1), isFollowed: false };
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
