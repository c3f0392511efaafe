/**
 * Follows a request: the stage highlights it at any playhead. `followed-requests.ts` looks up its journey.
 */

import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';
import { type Followed, follow } from './follow-state.ts';

/** Follows a request; undefined stops. The comparison ends. */
export function followRequest(one: Followed | undefined): void {
  const { one: old } = follow.getState();
  if (old?.side === one?.side && old?.request === one?.request) return;
  follow.setState({
    one,
    other: undefined,
    oneTrail: undefined,
    otherTrail: undefined,
    twinTrail: undefined,
    leg: undefined,
  });
  writeAddress();
  run.getState().player?.repaint();
}

/** Compares another request with the followed one. */
export function compareWith(other: Followed | undefined): void {
  follow.setState({ other, otherTrail: undefined });
  writeAddress();
}
