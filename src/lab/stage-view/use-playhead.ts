import { useCallback, useSyncExternalStore } from 'react';
import type { Player, Playhead } from '../../model/playback/player.ts';

/** The player's snapshot for the DOM: at once on every action, at most five times a second while playing. */
export function usePlayhead(player: Player): Playhead {
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  return useSyncExternalStore(subscribe, () => player.playhead);
}

/**
 * A value of the player or of its snapshot. The component renders again only when it differs from the last one, so
 * ticks of the clock cost nothing while it stays. @param select returns a primitive
 */
export function usePlayheadValue<T extends string | number | boolean | undefined>(
  player: Player,
  select: (playhead: Playhead) => T,
): T {
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  return useSyncExternalStore(subscribe, () => select(player.playhead));
}
