import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react';
import { IntlProvider, type Messages, useLocale, useMessages, useTranslations } from 'use-intl';
import { prose } from '../charts/prose.ts';
import { carryOut } from '../lab/keyboard/keys.ts';
import { useIsMotionReduced, useTheme } from '../lab/shared/use-media.ts';
import { ScaleStatement } from '../lab/stage-view/ScaleStatement.tsx';
import { ScrubBar } from '../lab/stage-view/ScrubBar.tsx';
import { SpeedControl } from '../lab/stage-view/SpeedControl.tsx';
import { StageSide } from '../lab/stage-view/StageSide.tsx';
import transport from '../lab/stage-view/Transport.module.css';
import { Clock, IconButton, PlayButton } from '../lab/stage-view/Transport.tsx';
import { useAnnouncer } from '../lab/stage-view/use-announcer.ts';
import { useList, useMessage } from '../lab/stage-view/use-message.ts';
import { usePlayhead } from '../lab/stage-view/use-playhead.ts';
import { formatInstant } from '../lib/format.ts';
import type { Player } from '../model/playback/player.ts';
import { describeNow } from '../stage/describe.ts';
import { realLayout } from '../stage/layout-real.ts';
import { Button } from '../ui/Button.tsx';
import { useStore } from '../ui/use-store.ts';
import { measurement, type RealStage as Shown } from './measurement-state.ts';
import { RealPlaces } from './RealPlaces.tsx';
import styles from './RealStage.module.css';

/** A message is a text, or the list that the build compiled it to. */
type Tree = { readonly [key: string]: string | readonly unknown[] | Tree };

const isTree = (value: Tree[string] | undefined): value is Tree =>
  typeof value === 'object' && !Array.isArray(value);

const merged = (earlier: Tree, later: Tree): Tree =>
  Object.fromEntries(
    [...new Set([...Object.keys(earlier), ...Object.keys(later)])].map((key) => {
      const [before, after] = [earlier[key], later[key]];
      return [key, isTree(before) && isTree(after) ? merged(before, after) : (after ?? before ?? '')];
    }),
  );

/** Texts of the stage that differ for a real run, as seen by the client. */
function SeenWords({ children }: { readonly children: ReactNode }) {
  const locale = useLocale();
  const messages = useMessages();
  const all = merged(messages as unknown as Tree, messages.seen.instead as unknown as Tree);
  return (
    <IntlProvider locale={locale} messages={all as unknown as Messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

/** The Lab's transport for recorded shots; during the run there is only the present. */
function RealTransport({ player, isLive }: { readonly player: Player; readonly isLive: boolean }) {
  const t = useTranslations('transport');
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
          <PlayButton player={player} />
          {!isLive && <IconButton label={t('stepForward')} icon="forward" onClick={() => player.step(1)} />}
        </div>
        {!isLive && (
          <>
            <ScrubBar player={player} isBare />
            <Clock player={player} />
          </>
        )}
        <SpeedControl player={player} hasMax={false} />
      </section>
    </div>
  );
}

/** Single requests of the run in slow motion, on the model's stage. */
export default function RealStage() {
  return (
    <SeenWords>
      <Section />
    </SeenWords>
  );
}

function Section() {
  const t = useTranslations('seen');
  const stage = useStore(measurement, (state) => state.stage);
  const hasLooks = useStore(measurement, (state) => state.progress.some(({ look }) => look !== null));
  const isOver = useStore(measurement, (state) => state.measured !== undefined);
  return (
    <section className={styles.section} aria-labelledby="real-stage">
      <h2 id="real-stage" className={styles.title}>
        {t('title')}
      </h2>
      {stage ? (
        <Played key={stage.isLive ? 'live' : 'whole'} stage={stage} />
      ) : (
        <p className={styles.note}>{t(isOver && !hasLooks ? 'none' : 'waiting')}</p>
      )}
    </section>
  );
}

function Played({ stage }: { readonly stage: Shown }) {
  const t = useTranslations('seen');
  const { player, isLive, shots } = stage;
  const theme = useTheme();
  const reducedMotion = useIsMotionReduced();
  const run = useStore(measurement, (state) => state.run);
  const measured = useStore(measurement, (state) => state.measured);
  const [pinned, setPinned] = useState(-1);
  useLayoutEffect(() => {
    const ends = [
      carryOut('playPause', () => player.toggle()),
      carryOut('stepForward', () => player.step(1)),
      carryOut('stepBack', () => player.step(-1)),
      carryOut('start', () => player.start()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [player]);
  const [track] = player.tracks;
  if (!track) return null;
  const all = measured?.workload.arrivals.callers;
  const { callers } = track.layout;
  return (
    <>
      <p className={styles.note}>
        {prose([
          t(isLive ? 'live' : 'whole', { count: shots.length }),
          all !== undefined && all > callers ? t('some', { callers, all }) : '',
          t('unseen'),
        ])}
      </p>
      <ScaleStatement player={player} />
      <div className={styles.stage}>
        <StageSide
          player={player}
          info={{
            id: 'a',
            title: t('side'),
            subtitle: run?.recording === undefined ? t('measured') : t('recorded'),
            layout: track.layout,
          }}
          theme={theme}
          reducedMotion={reducedMotion}
          pinned={pinned}
          onPin={(followed) => setPinned(followed?.request ?? -1)}
          isAlone
          arrange={realLayout}
        />
      </div>
      <RealTransport player={player} isLive={isLive} />
      {!isLive && <Position player={player} shots={shots} />}
      <Words player={player} />
    </>
  );
}

/** The current shot, and its time in the run. */
function Position({ player, shots }: { readonly player: Player; readonly shots: Shown['shots'] }) {
  const t = useTranslations('seen');
  const locale = useLocale();
  const { timeNs } = usePlayhead(player);
  let leftUs = timeNs / 1000;
  const found = shots.findIndex(({ fromUs, toUs }) => {
    const isVisible = leftUs < toUs - fromUs;
    if (!isVisible) leftUs -= toUs - fromUs;
    return isVisible;
  });
  const index = found < 0 ? shots.length - 1 : found;
  const shot = shots[index];
  if (!shot) return null;
  const time = formatInstant(Math.max(0, shot.fromUs) * 1000, 1e6, 1e10, locale);
  return <p className={styles.note}>{t('position', { number: index + 1, count: shots.length, time })}</p>;
}

/** The canvas as text and as a table. */
function Words({ player }: { readonly player: Player }) {
  const t = useTranslations('seen.text');
  const toText = useMessage();
  const list = useList();
  const [isOpen, setOpen] = useState(false);
  const describe = useCallback(() => {
    const [track] = player.tracks;
    const parts = track ? describeNow(track.frame, track.layout).map(toText) : [];
    return parts.length > 0 ? t('now', { text: list(parts) }) : t('nothing');
  }, [player, toText, list, t]);
  const [spoken, speak] = useAnnouncer(player, describe);
  useLayoutEffect(() => carryOut('describe', speak), [speak]);
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('title')}</summary>
        {isOpen && <RealPlaces player={player} describe={describe} />}
        <Button variant="small" onClick={speak}>
          {t('describe')}
        </Button>
      </details>
    </>
  );
}
