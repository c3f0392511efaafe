/** The playhead for DOM text, written at most five times a second by the player's listener. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Playhead } from '../../model/playback/player.ts';

export interface PlayheadState {
  readonly now: Playhead | undefined;
}

export const playhead = createStore<PlayheadState>(() => ({ now: undefined }));
