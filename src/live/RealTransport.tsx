import { useTranslations } from 'use-intl';
import { ScrubBar } from '../lab/stage-view/ScrubBar.tsx';
import { SpeedControl } from '../lab/stage-view/SpeedControl.tsx';
import transport from '../lab/stage-view/Transport.module.css';
import { Clock, IconButton, PlayButton } from '../lab/stage-view/Transport.tsx';
import { usePlayhead } from '../lab/stage-view/use-playhead.ts';
import type { Player } from '../model/playback/player.ts';
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
