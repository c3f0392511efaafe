/**
 * The chosen thread: ringed on the stage and framed in the timeline until it is cleared. Loaded on first use.
 */

import { carryOut } from '../keyboard/keys.ts';
import { focus, type Thread } from '../marks/focus-state.ts';

let end = () => {};

/** Chooses a thread, which Escape clears; undefined clears it. */
export function chooseThread(thread: Thread | undefined): void {
  const { thread: old } = focus.getState();
  if (old?.side === thread?.side && old?.lane === thread?.lane) return;
  end();
  end = thread ? carryOut('letGo', () => chooseThread(undefined)) : () => {};
  focus.setState({ thread });
}
