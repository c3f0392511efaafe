/**
 * Who waits for a connection of a pool: a request whose caller stands still until it gets one. A caller that looks, takes one that is
 * free, or has been told of one pays for that on a core, or waits for the core: it is at its pool without waiting for a connection.
 */
import type { Frame } from '../model/playback/frame.ts';
import { PHASE, STATE } from './vocabulary.ts';

/** Whether the request with this index waits for a connection. */
export const waitsForConnection = ({ requests, threads }: Frame, i: number): boolean =>
  requests.phase[i] === PHASE.waitConnection &&
  threads.state[requests.caller[i] as number] === STATE.waitConnection;

/** How many do: requests, and parts of batches. */
export function connectionWaits(frame: Frame): number {
  let count = 0;
  for (let i = 0; i < frame.requests.count; i++) if (waitsForConnection(frame, i)) count++;
  return count;
}
