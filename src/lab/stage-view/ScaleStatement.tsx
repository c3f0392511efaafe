import { useLocale, useTranslations } from 'use-intl';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { UNLIMITED_SPEED } from '../../lib/speed.ts';
import type { Player } from '../../model/playback/player.ts';
import styles from './Stage.module.css';
import { usePlayheadValue } from './use-playhead.ts';

const NS_PER_SECOND = 1e9;

/**
 * The slowdown as text.
 * @param speed model ns per second on screen
 */
export function useScaleWords(): (speed: number) => string {
  const t = useTranslations('stage');
  const locale = useLocale();
  return (speed) => {
    if (speed === 0) return t('scaleSteps');
    if (speed === UNLIMITED_SPEED) return t('scaleMax');
    if (speed === NS_PER_SECOND) return t('scaleReal');
    const factor = Number((NS_PER_SECOND / speed).toPrecision(3));
    return t('scale', { duration: formatDuration(speed, locale), factor: formatNumber(factor, locale) });
  };
}

/** The slowdown; always visible on the stage. */
export function ScaleStatement({ player }: { readonly player: Player }) {
  const words = useScaleWords();
  const speed = usePlayheadValue(player, (now) => now.speed);
  return <p className={styles.scale}>{words(speed)}</p>;
}
