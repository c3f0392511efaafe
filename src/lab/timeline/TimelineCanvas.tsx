import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type Change, changeTexts } from '../../charts/change-marks.ts';
import { prose } from '../../charts/prose.ts';
import type { TimelineRow } from '../../model/analysis/timeline.ts';
import type { Track } from '../../model/playback/player.ts';
import { rowAt, type TimelineScene, timeAt } from '../../stage/timeline.ts';
import { CanvasHost, type Surface } from '../../ui/CanvasHost.tsx';
import { light, pointAt } from '../marks/focus.ts';
import { useBrush } from '../shared/use-brush.ts';
import { highlightAt } from './highlight-at.ts';
import styles from './Timeline.module.css';
import { pan, ZOOM, zoom } from './time-view.ts';
import type { useChosen } from './use-chosen.ts';
import type { useThreadDescription } from './use-thread-description.ts';
import type { useView } from './use-view.ts';

/** Tolerance of the pointer around a change, px. */
const NEAR_PX = 5;

export interface TimelineCanvasProps
  extends Pick<ReturnType<typeof useView>, 'view' | 'setView' | 'limits' | 'excerpt'> {
  readonly track: Track;
  readonly scene: TimelineScene | undefined;
  readonly height: number;
  readonly setSurface: (surface: Surface) => void;
  /** The chosen bar and its setters. */
  readonly cursor: ReturnType<typeof useChosen>;
  readonly describe: ReturnType<typeof useThreadDescription>;
  readonly changes: readonly Change[];
}

/** The lanes: hover, press, drag, or keys. */
export function TimelineCanvas(props: TimelineCanvasProps) {
  const { track, scene, view, setView, limits, excerpt, height, setSurface, cursor, describe, changes } =
    props;
  const t = useTranslations('profile.timeline');
  const { chosen } = cursor;
  const frame = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  /** A drag with the shift key pans. */
  const drag = useRef<{ x: number; view: typeof view }>(undefined);

  // React attaches passive wheel listeners: the page would scroll during a zoom.
  useEffect(() => {
    const element = frame.current;
    if (!element || !scene) return;
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && event.deltaX === 0 && !event.shiftKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      const by = event.deltaX === 0 ? event.deltaY : event.deltaX;
      setView((old) =>
        isZoom
          ? zoom(old, event.deltaY > 0 ? ZOOM : 1 / ZOOM, timeAt(scene, old, x), limits)
          : pan(old, by / (scene.width - scene.left), limits),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scene, limits, setView]);

  const nsAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    scene ? timeAt(scene, view, clientX - currentTarget.getBoundingClientRect().left) : view.fromNs;
  const rowBelow = ({ clientY, currentTarget }: PointerEvent<HTMLElement> | MouseEvent<HTMLElement>) =>
    scene && rowAt(scene, clientY - currentTarget.getBoundingClientRect().top)?.row;
  const pressed = useRef<TimelineRow>(undefined);
  const brush = useBrush([view.fromNs, view.toNs], nsAt, (ns) => {
    if (pressed.current) cursor.choose(pressed.current, ns);
    cursor.go(ns);
  });
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    drag.current = event.shiftKey ? { x: event.clientX, view } : undefined;
    if (drag.current) event.currentTarget.setPointerCapture(event.pointerId);
    else brush.onPointerDown(event);
    pressed.current = rowBelow(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const note = tooltip.current;
    if (!scene || !note) return;
    const dragged = drag.current;
    if (dragged) setView(pan(dragged.view, (dragged.x - event.clientX) / (scene.width - scene.left), limits));
    else brush.onPointerMove(event);
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const row = x > scene.left ? rowBelow(event) : undefined;
    const ns = nsAt(event);
    light(row && highlightAt(excerpt, track.id, row, ns));
    const reach = (NEAR_PX * (view.toNs - view.fromNs)) / (scene.width - scene.left);
    const changesNear = changeTexts(changes, ns - reach, ns + reach);
    const lines = row ? [describe(row, ns)] : [];
    const text = x > scene.left && event.buttons === 0 ? prose([...changesNear, ...lines]) : '';
    note.hidden = text === '';
    note.textContent = text;
    note.style.left = `${Math.max(4, Math.min(x + 14, scene.width - note.offsetWidth - 4))}px`;
    note.style.top = `${y + 20}px`;
  };
  const leave = () => {
    pointAt(undefined);
    light(undefined);
    if (tooltip.current) tooltip.current.hidden = true;
  };
  const end = (act: () => void) => () => {
    if (!drag.current) act();
    drag.current = undefined;
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ blockSize: height }}
      role="slider"
      tabIndex={0}
      aria-label={t('label')}
      aria-valuemin={Math.round(view.fromNs)}
      aria-valuemax={Math.round(view.toNs)}
      aria-valuenow={Math.round(
        Math.min(view.toNs, Math.max(view.fromNs, chosen?.timeNs ?? track.frame.timeNs)),
      )}
      aria-valuetext={(chosen && describe(chosen.row, chosen.timeNs)) || t('chosen.none')}
      onKeyDown={cursor.press}
      onDoubleClick={cursor.followIt}
      onBlur={leave}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end(brush.onPointerUp)}
      onPointerCancel={end(brush.onPointerCancel)}
      onPointerLeave={leave}
    >
      <CanvasHost layers={2} onSurface={setSurface} className={styles.canvas} />
      <div ref={tooltip} className={styles.tooltip} aria-hidden="true" hidden />
    </div>
  );
}
