/** What beats are called. */

import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { carryOut } from '../../lab/keyboard/keys.ts';
import type { Beat } from '../lessons/beats.ts';
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

/** "What happened, 2 of 3". */
export function useBeatTitle(): (beat: Beat) => string {
  const t = useTranslations('teach');
  return ({ kind, part, parts }) =>
    parts > 1 ? t('part', { name: t(`beat.${kind}`), part: part + 1, parts }) : t(`beat.${kind}`);
}

/** How long something takes so far: "12:05". */
export const clockText = (seconds: number): string => {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
