import {
  type MutableRefObject,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { useTranslations } from 'use-intl';
import { hasConnectionSince } from '../../model/analysis/lending.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { describePicked } from '../../stage/describe.ts';
import { describeRegion } from '../../stage/describe-region.ts';
import type { Scene } from '../../stage/places.ts';
import type { Picked } from '../../stage/regions.ts';
import { light } from '../marks/focus.ts';
import styles from './StageTip.module.css';
import { useList, useMessage } from './use-message.ts';
import { useOrigin } from './use-origin.ts';

/** Position of the pointer, CSS pixels of the canvas, and the item under it. */
export interface Pointed {
  readonly x: number;
  readonly y: number;
  readonly picked: Picked | null;
}

export interface Tip {
  /** The item under the pointer has changed. */
  show(): void;
}

export interface StageTipProps {
  readonly player: Player;
  readonly track: Track;
  readonly tip: RefObject<Tip | null>;
  readonly pointed: MutableRefObject<Pointed>;
  /** The current layout. */
  readonly scene: Scene | null;
}

/** Tooltip of the item under the pointer; it follows the clock, a few times a second. */
export function StageTip({ player, track, tip, pointed, scene }: StageTipProps) {
  const element = useRef<HTMLDivElement>(null);
  const t = useTranslations('describe');
  const toText = useMessage();
  const list = useList();
  const origin = useOrigin(player);
  const words = useCallback(
    (picked: Picked): string => {
      const { frame, layout, recording } = track;
      const hasSince = (request: number, connection: number) =>
        hasConnectionSince(recording, request, connection, frame.timeNs);
      const description = toText(describePicked(frame, layout, picked, hasSince));
      if (picked.kind === 'count') return [description, origin(track)].join(' ');
      // A machine's activity is that of its parts.
      if (picked.kind !== 'region' || picked.region.endsWith('Machine')) return description;
      return t('regionNow', {
        region: description,
        now: list(describeRegion(frame, layout, picked.region).map(toText)),
      });
    },
    [track, toText, list, origin, t],
  );
  const paint = useCallback(() => {
    const box = element.current;
    if (!box || !pointed.current) return;
    const { picked, x, y } = pointed.current;
    box.hidden = picked === null;
    if (!picked) return;
    box.textContent = words(picked);
    place(box, x, y);
  }, [words, pointed]);
  // A new layout moves items below a resting pointer: the tooltip closes until it moves.
  useEffect(() => {
    if (!scene) return;
    return () => {
      if (!pointed.current.picked) return;
      pointed.current = { x: 0, y: 0, picked: null };
      if (element.current) element.current.hidden = true;
      light(undefined);
    };
  }, [scene, pointed]);
  useEffect(() => {
    // It lies over the stage: Escape takes it away until the pointer moves.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      pointed.current = { ...pointed.current, picked: null };
      if (element.current) element.current.hidden = true;
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [pointed]);
  useImperativeHandle(tip, () => ({ show: paint }), [paint]);
  useEffect(() => {
    paint();
    return player.subscribe(paint);
  }, [player, paint]);
  return <div ref={element} className={styles.tooltip} aria-hidden="true" hidden />;
}

/** Next to the pointer, inside the canvas. */
function place(box: HTMLElement, x: number, y: number): void {
  const { offsetWidth: width = 0, offsetHeight: height = 0 } = box.parentElement ?? {};
  const left = Math.max(4, Math.min(x + 14, width - box.offsetWidth - 4));
  const below = y + 18 + box.offsetHeight < height;
  box.style.left = `${left}px`;
  box.style.top = `${below ? y + 18 : Math.max(4, y - box.offsetHeight - 12)}px`;
}
