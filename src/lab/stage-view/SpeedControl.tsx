import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '../../lib/format.ts';
import { DETENTS, detentOf, MAX_SPEED, MIN_SPEED, UNLIMITED_SPEED } from '../../lib/speed.ts';
import type { Player } from '../../model/playback/player.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import styles from './Transport.module.css';
import { usePlayheadValue } from './use-playhead.ts';

const LOG_STEP = 0.05;

export interface SpeedControlProps {
  readonly player: Player;
  /** Whether maximum speed is offered: a recording is simulated already. */
  readonly hasMax?: boolean;
}

/** Speed as model time per second: named detents and a logarithmic slider between them. */
export function SpeedControl({ player, hasMax = true }: SpeedControlProps) {
  const t = useTranslations('transport');
  const locale = useLocale();
  const speed = usePlayheadValue(player, (now) => now.speed);
  const current = detentOf(speed);
  return (
    <div className={styles.speed}>
      <Toolbar label={t('speed')} className={styles.detents}>
        {DETENTS.filter(({ nsPerSecond }) => hasMax || nsPerSecond < UNLIMITED_SPEED).map(
          ({ id, nsPerSecond }) => (
            <button
              key={id}
              type="button"
              className={styles.detent}
              aria-pressed={current?.id === id}
              title={t(`detentHint.${id}`)}
              onClick={() => player.setSpeed(nsPerSecond)}
            >
              {t(`detent.${id}`)}
            </button>
          ),
        )}
      </Toolbar>
      <span className={styles.slider}>
        <Slider
          aria-label={t('speedSlider')}
          min={Math.log10(MIN_SPEED)}
          max={Math.log10(MAX_SPEED)}
          step={LOG_STEP}
          value={Math.log10(Math.max(MIN_SPEED, speed))}
          aria-valuetext={
            speed === 0 || speed === UNLIMITED_SPEED
              ? t(`detentHint.${speed === 0 ? 'events' : 'max'}`)
              : t('speedValue', { duration: formatDuration(speed, locale) })
          }
          onChange={(event) =>
            player.setSpeed(Number((10 ** event.currentTarget.valueAsNumber).toPrecision(3)))
          }
        />
      </span>
    </div>
  );
}
