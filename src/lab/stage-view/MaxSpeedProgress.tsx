import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { useWords } from '../../ui/texts.tsx';
import styles from './MaxSpeedProgress.module.css';
import { usePlayhead } from './use-playhead.ts';

/** How far the run is while the engine counts as fast as it can; the stage below stands still. */
export function MaxSpeedProgress({ player }: { readonly player: Player }) {
  const t = useTranslations('stage');
  const words = useWords();
  const { timeNs, endNs } = usePlayhead(player);
  const share = timeNs / endNs;
  const said = t('flatOut', { percent: words.percent(Math.round(share * 100) / 100) });
  return (
    <div className={styles.flatOut}>
      <progress max={1} value={share} aria-label={said} />
      <span>{said}</span>
    </div>
  );
}
