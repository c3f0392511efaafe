/** Names and keys of beats. */

import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { carryOut } from '../../lab/keyboard/keys.ts';
import type { Beat } from '../lessons/beats.ts';
import { goBeat, toggleBlank } from './teach.ts';

/** The keys of a clicker control both windows of a lesson, once a beat is visible. */
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

/** "What happened". */
export function useBeatTitle(): (beat: Beat) => string {
  const t = useTranslations('teach.beat');
  return ({ kind }) => t(kind);
}

/** Elapsed time as text: "12:05". */
export const clockText = (seconds: number): string => {
  const total = Math.floor(seconds);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
};
