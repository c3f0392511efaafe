/** What beats are called. */
import { useTranslations } from 'use-intl';
import type { Beat } from '../lessons/beats.ts';

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
