import { type MouseEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { UNLIMITED_SPEED } from '../../lib/speed.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import type { SceneLayout } from '../../stage/places.ts';
import { areasOf, type Picked, regionOf } from '../../stage/regions.ts';
import { CanvasHost } from '../../ui/CanvasHost.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { pointAt } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { lazyPart, textPart } from './lazy.ts';
import styles from './Stage.module.css';
import type { Pointed, Tip } from './StageTip.tsx';
import { hearPointer } from './stage-pointer.ts';
import type { StageSideProps } from './stage-side.ts';
import { usePlayhead, usePlayheadValue } from './use-playhead.ts';
import { useScene } from './use-scene.ts';

const ClientsStrip = lazyPart('ClientsStrip');
const StageTip = textPart('StageTip');

/** Progress at maximum speed, while the stage below is not drawn. */
function MaxSpeedProgress({ player }: { readonly player: Player }) {
  const t = useTranslations('stage');
  const words = useWords();
  const { timeNs, endNs } = usePlayhead(player);
  const share = timeNs / endNs;
  const label = t('flatOut', { percent: words.percent(Math.round(share * 100) / 100) });
  return (
    <div className={styles.flatOut}>
      <Progress max={1} value={share} label={label} />
      <span>{label}</span>
    </div>
  );
}

/** Frames around a part of the stage, over its canvas. */
function RegionMarks({ layout, picked }: { readonly layout: SceneLayout; readonly picked: Picked }) {
  return areasOf(layout, regionOf(layout.run, picked)).map(({ x, y, w, h }) => (
    <span
      key={`${x} ${y}`}
      className={styles.mark}
      style={{ left: x - 3, top: y - 3, width: w + 6, height: h + 6 }}
    />
  ));
}

/** One side: its name, its count, its canvas, and the tooltip. */
export function StageSide(props: StageSideProps) {
  const { player, info, theme, reducedMotion, pinned, onPin, onExplain, explained } = props;
  const { isAlone, arrange, children } = props;
  const { scene, track, setSurface, setVisible } = useScene({
    player,
    side: info.id,
    theme,
    reducedMotion,
    pinned,
    isAlone,
    ...(arrange ? { arrange } : {}),
  });
  const pointed = useRef<Pointed>({ x: 0, y: 0, picked: null });
  const tip = useRef<Tip>(null);
  const [hasTip, setHasTip] = useState(false);
  const onPointer = ({ type, clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    // Clears the instant pointed at elsewhere.
    pointAt(undefined);
    if (scene && track)
      hearPointer(
        { type, clientX, clientY, currentTarget },
        { scene, track, pointed, tip, setHasTip, onPin, onExplain },
      );
  };

  return (
    <article className={styles.side} data-side={info.id} data-fleet={track?.layout.instances && ''}>
      <header className={styles.head}>
        <SideBadge side={info.id} />
        {/* A name that is still loading leaves no empty heading. */}
        <h3 className={styles.title}>{info.title || '…'}</h3>
        <p className={styles.subtitle}>{info.subtitle}</p>
        {track && <LiveCount player={player} track={track} />}
      </header>
      {children ?? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the thread table does the same for the keyboard
        // biome-ignore lint/a11y/useKeyWithClickEvents: the thread table does the same for the keyboard
        <div
          className={styles.canvasFrame}
          data-explaining={onExplain ? '' : undefined}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={onPointer}
          onClick={onPointer}
        >
          <CanvasHost layers={2} onSurface={setSurface} onVisible={setVisible} className={styles.canvas} />
          <WhileFlatOut player={player} />
          {explained && scene && <RegionMarks layout={scene.layout} picked={explained} />}
          <Suspense>{hasTip && track && <StageTip {...{ player, track, tip, pointed, scene }} />}</Suspense>
        </div>
      )}
      {track?.layout.instances && (
        <Suspense>
          <ClientsStrip player={player} track={track} theme={theme} isCut={reducedMotion} />
        </Suspense>
      )}
    </article>
  );
}

function WhileFlatOut({ player }: { readonly player: Player }) {
  const isFlatOut = usePlayheadValue(player, ({ playing, speed }) => playing && speed === UNLIMITED_SPEED);
  return <>{isFlatOut && <MaxSpeedProgress player={player} />}</>;
}

function LiveCount({ player, track }: { readonly player: Player; readonly track: Track }) {
  const t = useTranslations('stage');
  const pointed = useStore(focus, ({ instant }) => instant)?.[track.id];
  const count = usePlayheadValue(player, () => {
    const { known, inProgress } = pointed ?? track.frame;
    return known ? inProgress : undefined;
  });
  const words = count === undefined ? t('loading') : t('inProgress', { count });
  return <p className={styles.count}>{words}</p>;
}
