import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cause, Player } from '../../model/playback/player.ts';

/** Causes that are announced automatically; all others wait for the key. */
const SPOKEN: readonly Cause[] = ['pause', 'step', 'seek', 'end'];
/** Quiet time before an announcement, ms: quick steps are announced once, at the end. */
const SETTLE_MS = 400;

/**
 * Text of a polite live region, a function that announces the description now, and one that announces another
 * text.
 */
export function useAnnouncer(
  player: Player,
  describe: () => string,
): readonly [spoken: string, speak: () => void, say: (text: string) => void] {
  const [spoken, setSpoken] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const say = useCallback((text: string) => {
    // An unchanged text would not be announced; a trailing space makes it different.
    setSpoken((before) => (before === text ? `${text} ` : text));
  }, []);
  const speak = useCallback(() => say(describe()), [describe, say]);
  /** A requested announcement cancels the pending one of the step before. */
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
