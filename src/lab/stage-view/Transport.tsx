import { type ComponentProps, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatClock } from '../../lib/format.ts';
import type { Player } from '../../model/playback/player.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { branch } from '../keyboard/keys.ts';
import { lazyPart } from './lazy.ts';
import { ScrubBar } from './ScrubBar.tsx';
import { SpeedControl } from './SpeedControl.tsx';
import styles from './Transport.module.css';
import { usePlayhead, usePlayheadValue } from './use-playhead.ts';

const shapes = {
  play: 'M4.5 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  forward: 'M2.5 3v10l7-5zM11 3h2.5v10H11z',
  back: 'M13.5 3v10l-7-5zM2.5 3H5v10H2.5z',
  until: 'M2 3v10l6-5zM10 2h1.5v12H10zM11.5 3H15l-1 2 1 2h-3.5z',
  branch: 'M2 7h5l5-5h-2V.5h4.500V5H13V3L8 8l5 5v-2h1.500v4.500H10V14h2L7 9H2z',
  pace: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1m0 1.600a5.400 5.400 0 1 1 0 10.800A5.400 5.400 0 0 1 8 2.600M7.200 4h1.600v3.700l2.700 1.600-.8 1.400-3.500-2.100z',
  restart: 'M13 3v10L7.5 8zM7.5 3v10L2 8zM1 3h1.5v10H1z',
} as const;

/** A filled icon for a button with a text label. */
function TransportIcon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg width="1.1em" height="1.1em" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

const Until = lazyPart('Until');
const PaceSheet = lazyPart('PaceSheet');

/** One transport for both sides: play, step, restart, position, speed. */
export function Transport({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  return (
    <section className={styles.transport} aria-label={t('label')}>
      <div className={styles.buttons}>
        <IconButton label={t('restart')} icon="restart" onClick={() => player.start()} />
        <IconButton label={t('stepBack')} icon="back" onClick={() => player.step(-1)} />
        <PlayButton player={player} />
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
      <Clock player={player} />
      <Guarded name="speed">
        <SpeedControl player={player} />
      </Guarded>
    </section>
  );
}

/** Plays and pauses; without a clock, one event at a time. */
export function PlayButton({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  const isStepping = usePlayheadValue(player, ({ speed }) => speed === 0);
  const isPlaying = usePlayheadValue(player, ({ playing }) => playing);
  const label = isStepping ? t('next') : isPlaying ? t('pause') : t('play');
  const icon = isStepping ? 'forward' : isPlaying ? 'pause' : 'play';
  return (
    <Button
      variant="strong"
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

/** Opens a sheet of the transport, which loads when it first opens. */
function SheetButton({ player, dialog, Sheet, shortcut }: SheetButtonProps) {
  const t = useTranslations('transport');
  const isOpen = useStore(ui, (state) => state.dialog === dialog);
  const [isWanted, setIsWanted] = useState(isOpen);
  if (isOpen && !isWanted) setIsWanted(true);
  const toggle = (opened: typeof dialog | undefined) => ui.setState({ dialog: opened });
  const props: ComponentProps<typeof Button> = {
    variant: 'quiet',
    className: styles.icon ?? '',
    'aria-label': t(dialog),
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    title: shortcut ? `${t(dialog)} (${shortcut})` : t(dialog),
    onClick: () => toggle(isOpen ? undefined : dialog),
    children: <TransportIcon name={dialog} />,
  };
  const button = <Button {...props} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Sheet player={player} isOpen={isOpen} trigger={button} onClose={() => toggle(undefined)} />
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
    <Button variant="quiet" className={styles.icon ?? ''} aria-label={label} title={label} onClick={onClick}>
      <TransportIcon name={icon} />
    </Button>
  );
}

/** Model time, and what the player waits for. */
export function Clock({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  const locale = useLocale();
  const { timeNs, endNs, speed, seekingNs, starved, error } = usePlayhead(player);
  // Digits that can be read: the last one changes every fifth of a second on screen.
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
