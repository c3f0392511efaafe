import { useLayoutEffect } from 'react';
import { carryOut } from '../../lab/keyboard/keys.ts';
import { goBeat, toggleBlank } from './teach.ts';

/** What a clicker sends leads both windows of a lesson, from the moment at which a beat is seen. */
export function useBeatKeys(): void {
  useLayoutEffect(() => {
    const ends = [
      carryOut('nextBeat', () => goBeat(1)),
      carryOut('previousBeat', () => goBeat(-1)),
      carryOut('blank', toggleBlank),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}
