import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cause, Player } from '../../model/playback/player.ts';

/** What is worth saying without being asked; everything else waits for the key. */
const SPOKEN: readonly Cause[] = ['pause', 'step', 'seek', 'end'];
/** Quiet time before a change is said: quick steps are said once, at the end. */
const SETTLE_MS = 400;

/** Text for a polite live region, a way to ask for the description now, and one to say something else there. */
export function useAnnouncer(
  player: Player,
  describe: () => string,
): readonly [spoken: string, speak: () => void, say: (text: string) => void] {
  const [spoken, setSpoken] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const say = useCallback((text: string) => {
    // A text that is the same as before would not be said again; a trailing space makes it another one.
    setSpoken((before) => (before === text ? `${text} ` : text));
  }, []);
  const speak = useCallback(() => say(describe()), [describe, say]);
  /** What was asked for is not talked over by what would have been said of the step before it. */
  const answer = useCallback(
    (text: string) => {
      clearTimeout(timer.current);
      say(text);
    },
    [say],
  );
  useEffect(() => {
    const unsubscribe = player.subscribe(() => {
      if (!SPOKEN.includes(player.playhead.cause)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (!player.playhead.playing) speak();
      }, SETTLE_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer.current);
    };
  }, [player, speak]);
  return [spoken, speak, answer];
}
