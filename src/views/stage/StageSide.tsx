import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ThemeName } from '../../lib/palette.ts';
import type { Player, Track } from '../../playback/player.ts';
import { describePicked, requestOfLane } from '../../scene/describe.ts';
import { type Picked, pick } from '../../scene/pick.ts';
import type { Followed } from '../../stores/follow.ts';
import { CanvasHost } from '../shared/CanvasHost.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import styles from './Stage.module.css';
import type { SideInfo } from './Stage.tsx';
import { useMessage } from './use-message.ts';
import { usePlayhead } from './use-playhead.ts';
import { type PointedOut, useScene } from './use-scene.ts';

interface StageSideProps {
  readonly player: Player;
  readonly info: SideInfo;
  readonly theme: ThemeName;
  readonly reducedMotion: boolean;
  readonly pointedOut: PointedOut;
  readonly pinned: number;
  readonly onPin: (followed: Followed | undefined) => void;
}

/** One side: its name, its count, its canvas, and what is under the pointer. */
export function StageSide(props: StageSideProps) {
  const { player, info, theme, reducedMotion, pointedOut, pinned, onPin } = props;
  const { scene, track, setSurface, setVisible } = useScene({
    player,
    side: info.id,
    theme,
    reducedMotion,
    pointedOut,
  });
  const picked = useRef<Picked | null>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const say = useMessage();

  const showTooltip = () => {
    const element = tooltip.current;
    if (!element || !track) return;
    element.hidden = picked.current === null;
    if (picked.current) element.textContent = say(describePicked(track.frame, track.layout, picked.current));
  };
  const point = (target: Picked | null) => {
    picked.current = target;
    pointedOut.side = target ? info.id : null;
    pointedOut.request = target && 'id' in target ? target.id : pinned;
    pointedOut.lane = target?.kind === 'thread' ? target.lane : -1;
    player.repaint();
    showTooltip();
  };
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (!scene || !track) return;
    const box = currentTarget.getBoundingClientRect();
    const x = clientX - box.left;
    const y = clientY - box.top;
    point(pick(track.frame, scene, x, y));
    placeTooltip(tooltip.current, x, y, box.width, box.height);
  };
  const onClick = () => {
    const target = picked.current;
    if (!track || target?.kind === 'connection') return;
    const lane = target?.kind === 'thread' ? target.lane : -1;
    const request = target && 'id' in target ? target.id : requestOfLane(track.frame, track.layout, lane);
    onPin(request === null ? undefined : { side: info.id, request });
  };

  // The text under the pointer follows the clock, a few times a second.
  useEffect(() => player.subscribe(showTooltip));

  return (
    <article className={styles.side} data-side={info.id}>
      <header className={styles.head}>
        <SideBadge side={info.id} />
        <h3 className={styles.title}>{info.title}</h3>
        <p className={styles.subtitle}>{info.subtitle}</p>
        {track && <LiveCount player={player} track={track} />}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the thread table does the same for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the thread table does the same for the keyboard */}
      <div
        className={styles.canvasFrame}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => point(null)}
        onClick={onClick}
      >
        <CanvasHost layers={2} onSurface={setSurface} onVisible={setVisible} className={styles.canvas} />
        <div ref={tooltip} className={styles.tooltip} aria-hidden="true" hidden />
      </div>
    </article>
  );
}

/** Beside the pointer, inside the canvas. */
function placeTooltip(
  element: HTMLElement | null,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (!element) return;
  const left = Math.max(4, Math.min(x + 14, width - element.offsetWidth - 4));
  const below = y + 18 + element.offsetHeight < height;
  element.style.left = `${left}px`;
  element.style.top = `${below ? y + 18 : Math.max(4, y - element.offsetHeight - 12)}px`;
}

function LiveCount({ player, track }: { readonly player: Player; readonly track: Track }) {
  const t = useTranslations('stage');
  usePlayhead(player);
  const { known, inProgress } = track.frame;
  const words = known ? t('inProgress', { count: inProgress }) : t('loading');
  return <p className={styles.count}>{words}</p>;
}
