/**
 * Follows a request: the stage highlights it at any playhead. `followed-requests.ts` looks up its journey.
 */

import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';
import { type Followed, follow } from './follow-state.ts';

/** Follows a request; undefined stops. The comparison ends. */
export function followRequest(followed: Followed | undefined): void {
  const { followed: old } = follow.getState();
  if (old?.side === followed?.side && old?.request === followed?.request) return;
  follow.setState({
    followed,
    compared: undefined,
    followedTrail: undefined,
    comparedTrail: undefined,
    twinTrail: undefined,
    leg: undefined,
  });
  writeAddress();
  run.getState().player?.repaint();
}

/** Compares another request with the followed one. */
export function compareWith(compared: Followed | undefined): void {
  follow.setState({ compared, comparedTrail: undefined });
  writeAddress();
}
