import { useEffect, useState } from 'react';
import type { Player, Track } from '../../model/playback/player.ts';
import { useStore } from '../../ui/use-store.ts';
import { type Followed, follow, type Trail } from '../follow/follow-state.ts';
import { trailOf } from '../follow/followed-requests.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';

/**
 * What the followed request is held against: the one that the reader compares it with, or else the same request in the other system,
 * if that is shown. Undefined while it is being looked up, and where there is none.
 */
export function useCounterpart(player: Player, track: Track, trail: Trail | undefined) {
  const compared = useStore(follow, ({ other }) => other);
  const comparedTrail = useStore(follow, ({ otherTrail }) => otherTrail);
  const side = useShownSides().find((id) => id !== track.id && player.tracks.some((each) => each.id === id));
  const request = trail?.journey.id;
  const [twin, setTwin] = useState<{ readonly followed: Followed; readonly trail: Trail }>();
  useEffect(() => {
    setTwin(undefined);
    if (compared || request === undefined || !side) return;
    let isWanted = true;
    const followed = { side, request };
    void trailOf(followed, () => isWanted).then((found) => {
      if (isWanted && found) setTwin({ followed, trail: found });
    });
    return () => {
      isWanted = false;
    };
  }, [compared, request, side]);
  if (!trail) return undefined;
  if (compared) return comparedTrail ? { followed: compared, journey: comparedTrail.journey } : undefined;
  return twin && { followed: twin.followed, journey: twin.trail.journey };
}
