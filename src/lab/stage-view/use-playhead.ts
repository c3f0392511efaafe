import { useCallback, useSyncExternalStore } from 'react';
import type { Player, Playhead } from '../../model/playback/player.ts';

/** The player's snapshot for the DOM: at once on every action, at most five times a second while playing. */
export function usePlayhead(player: Player): Playhead {
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  return useSyncExternalStore(subscribe, () => player.playhead);
}
