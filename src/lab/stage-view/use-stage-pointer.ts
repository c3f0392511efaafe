import { useLayoutEffect, useMemo } from 'react';
import { useStore } from '../../ui/use-store.ts';
import { followRequest } from '../follow/follow.ts';
import { type Followed, follow } from '../follow/follow-state.ts';
import { carryOut } from '../keyboard/keys.ts';

/** The followed item: canvas and tables both set and show it. */
export interface StagePointer {
  /** The highlighted request, or −1. */
  readonly pinned: number;
  readonly pin: (followed: Followed | undefined) => void;
}

/** The followed request of the Lab. */
export function useStagePointer(): StagePointer {
  const pinned = useStore(follow, (state) => state.followed?.request ?? -1);
  useLayoutEffect(() => {
    if (pinned < 0) return;
    return carryOut('letGo', () => followRequest(undefined));
  }, [pinned]);
  return useMemo(() => ({ pinned, pin: followRequest }), [pinned]);
}
