import { useTranslations } from 'use-intl';
import { DETENTS, detentOf } from '../../lib/speed.ts';
import type { Player } from '../../model/playback/player.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import styles from './PaceSheet.module.css';

/** The named speeds, each with what it shows: where the transport has no room for their names. */
export function SpeedChoices({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  const { speed } = usePlayhead(player);
  const chosen = detentOf(speed)?.id;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>
        {t('speed')} <kbd className={styles.key}>[</kbd> <kbd className={styles.key}>]</kbd>
      </legend>
      {DETENTS.map(({ id, nsPerSecond }) => (
        <label key={id} className={styles.choice}>
          <input
            type="radio"
            name="speed"
            checked={id === chosen}
            onChange={() => player.setSpeed(nsPerSecond)}
          />
          <span>
            {t(`detent.${id}`)}
            <span className={styles.hint}>{t(`detentHint.${id}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
