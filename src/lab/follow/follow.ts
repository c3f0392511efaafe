/** Follows a request: it stays pointed out on the stage, wherever the show goes. Its way is looked up by `trails.ts`. */

import { writeAddress } from '../link/link.ts';
import { run } from '../run/run-state.ts';
import { type Followed, follow } from './follow-state.ts';

/** Follows a request; nothing when there is none. What it was compared with is let go. */
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

/** Sets another request beside the one that is followed. */
export function compareWith(other: Followed | undefined): void {
  follow.setState({ other, otherTrail: undefined });
  writeAddress();
}
