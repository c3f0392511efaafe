import { type ComponentProps, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatClock } from '../../lib/format.ts';
import type { Player, Playhead } from '../../model/playback/player.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { branch } from '../keyboard/keys.ts';
import { ScrubBar } from './ScrubBar.tsx';
import { SpeedControl } from './SpeedControl.tsx';
import styles from './Transport.module.css';
import { TransportIcon } from './TransportIcon.tsx';
import { usePlayhead } from './use-playhead.ts';

const Until = lazy(() => import('../until/Until.tsx').then((module) => ({ default: module.Until })));
const PaceSheet = lazy(() =>
  import('../pace/PaceSheet.tsx').then((module) => ({ default: module.PaceSheet })),
);

/** One transport for both sides: play, step, restart, position, speed. */
export function Transport({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  const playhead = usePlayhead(player);
  return (
    <section className={styles.transport} aria-label={t('label')}>
      <div className={styles.buttons}>
        <IconButton label={t('restart')} icon="restart" onClick={() => player.start()} />
        <IconButton label={t('stepBack')} icon="back" onClick={() => player.step(-1)} />
        <PlayButton player={player} playhead={playhead} />
        <IconButton label={t('stepForward')} icon="forward" onClick={() => player.step(1)} />
        <span className={styles.more}>
          <Guarded name="until">
            <SheetButton player={player} dialog="until" Sheet={Until} shortcut="U" />
          </Guarded>
          <Guarded name="pace">
            <SheetButton player={player} dialog="pace" Sheet={PaceSheet} />
          </Guarded>
          <Guarded name="branch">
            <IconButton label={t('branch')} icon="branch" onClick={branch} />
          </Guarded>
        </span>
      </div>
      <ScrubBar player={player} />
      <Clock playhead={playhead} />
      <Guarded name="speed">
        <SpeedControl player={player} />
      </Guarded>
    </section>
  );
}

/** Plays and pauses; without a clock, one event at a time. */
export function PlayButton({ player, playhead }: { readonly player: Player; readonly playhead: Playhead }) {
  const t = useTranslations('transport');
  const isStepping = playhead.speed === 0;
  const label = isStepping ? t('next') : playhead.playing ? t('pause') : t('play');
  const icon = isStepping ? 'forward' : playhead.playing ? 'pause' : 'play';
  return (
    <Button
      look="strong"
      className={styles.play ?? ''}
      aria-label={label}
      title={label}
      data-play
      onClick={() => player.toggle()}
    >
      <TransportIcon name={icon} />
    </Button>
  );
}

interface SheetButtonProps {
  readonly player: Player;
  readonly dialog: 'until' | 'pace';
  readonly Sheet: typeof Until;
  readonly shortcut?: string;
}

/** Opens a sheet of the transport, which is loaded when it is opened for the first time. */
function SheetButton({ player, dialog, Sheet, shortcut }: SheetButtonProps) {
  const t = useTranslations('transport');
  const isOpen = useStore(ui, (state) => state.dialog === dialog);
  const [isWanted, setIsWanted] = useState(isOpen);
  if (isOpen && !isWanted) setIsWanted(true);
  const turn = (opened: typeof dialog | undefined) => ui.setState({ dialog: opened });
  const props: ComponentProps<typeof Button> = {
    look: 'quiet',
    className: styles.icon ?? '',
    'aria-label': t(dialog),
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    title: shortcut ? `${t(dialog)} (${shortcut})` : t(dialog),
    onClick: () => turn(isOpen ? undefined : dialog),
    children: <TransportIcon name={dialog} />,
  };
  const button = <Button {...props} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Sheet player={player} isOpen={isOpen} trigger={button} onClose={() => turn(undefined)} />
    </Suspense>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: 'restart' | 'back' | 'forward' | 'branch';
  readonly onClick: () => void;
}

export function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <Button look="quiet" className={styles.icon ?? ''} aria-label={label} title={label} onClick={onClick}>
      <TransportIcon name={icon} />
    </Button>
  );
}

/** Model time, and what the player waits for. */
export function Clock({ playhead }: { readonly playhead: Playhead }) {
  const t = useTranslations('transport');
  const locale = useLocale();
  const { timeNs, endNs, speed, seekingNs, starved, error } = playhead;
  // Digits that one can follow: a fifth of a second on screen makes the last one count.
  const resolution = speed === 0 ? 1 : speed / 10;
  const instant = (ns: number) => formatClock(ns, resolution, locale);
  const note = () => {
    if (error !== null) return t('failed');
    if (seekingNs !== null && seekingNs !== timeNs) return t('seeking', { time: instant(seekingNs) });
    if (seekingNs !== null || starved) return t('waiting');
    return t('of', { end: formatClock(endNs, endNs, locale) });
  };
  return (
    <p className={styles.clock}>
      <output className={styles.time} aria-live="off">
        {instant(timeNs)}
      </output>
      <span className={styles.note}>{note()}</span>
    </p>
  );
}
