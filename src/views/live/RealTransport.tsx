import { useTranslations } from 'use-intl';
import type { Player } from '../../playback/player.ts';
import { ScrubBar } from '../stage/ScrubBar.tsx';
import { SpeedControl } from '../stage/SpeedControl.tsx';
import transport from '../stage/Transport.module.css';
import { Clock, IconButton, PlayButton } from '../stage/Transport.tsx';
import { usePlayhead } from '../stage/use-playhead.ts';
import styles from './RealStage.module.css';

/** The Lab's transport for shots of a real run; while the run goes on there is only the present. */
export function RealTransport({ player, isLive }: { readonly player: Player; readonly isLive: boolean }) {
  const t = useTranslations('transport');
  const playhead = usePlayhead(player);
  return (
    <div className={styles.frame}>
      <section className={isLive ? styles.transport : transport.transport} aria-label={t('label')}>
        <div className={transport.buttons}>
          {!isLive && (
            <>
              <IconButton label={t('restart')} icon="restart" onClick={() => player.start()} />
              <IconButton label={t('stepBack')} icon="back" onClick={() => player.step(-1)} />
            </>
          )}
          <PlayButton player={player} playhead={playhead} />
          {!isLive && <IconButton label={t('stepForward')} icon="forward" onClick={() => player.step(1)} />}
        </div>
        {!isLive && (
          <>
            <ScrubBar player={player} isBare />
            <Clock playhead={playhead} />
          </>
        )}
        <SpeedControl player={player} hasMax={false} />
      </section>
    </div>
  );
}
