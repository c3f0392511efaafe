import { useTranslations } from 'use-intl';
import { FLAT_OUT } from '../../lib/speed.ts';
import type { Player } from '../../playback/player.ts';
import { useWords } from '../shared/texts.tsx';
import styles from './Stage.module.css';
import { usePlayhead } from './use-playhead.ts';

/** How far the run is while the engine counts as fast as it can; the stage below stands still. */
export function FlatOut({ player }: { readonly player: Player }) {
  const { playing, speed, timeNs, endNs } = usePlayhead(player);
  return playing && speed === FLAT_OUT ? <Reached share={timeNs / endNs} /> : null;
}

function Reached({ share }: { readonly share: number }) {
  const t = useTranslations('stage');
  const words = useWords();
  const said = t('flatOut', { percent: words.percent(Math.round(share * 100) / 100) });
  return (
    <div className={styles.flatOut}>
      <progress max={1} value={share} aria-label={said} />
      <span>{said}</span>
    </div>
  );
}
