import { type CSSProperties, type PointerEvent, useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatClock } from '../../lib/format.ts';
import type { Player } from '../../model/playback/player.ts';
import { Slider } from '../../ui/Slider.tsx';
import { useStore } from '../../ui/use-store.ts';
import { pointAt } from '../marks/focus.ts';
import { RunSilhouette } from '../marks/RunSilhouette.tsx';
import { ScrubMarks } from '../marks/ScrubMarks.tsx';
import { useSize } from '../results/use-size.ts';
import { run } from '../run/run-state.ts';
import { useChanges } from '../shared/use-changes.ts';
import styles from './Transport.module.css';
import { usePlayhead } from './use-playhead.ts';

/** Steps of the bar over the whole run; an arrow key moves by one. */
const STEPS = 1000;
/** Width of the thumb, px: its centre stays half of it away from the ends. */
const THUMB = 16;

/**
 * The whole run as a bar: the recorded part, the playhead, the seek target. `isBare`: without marks and
 * preview, for runs other than the Lab's pair.
 */
export function ScrubBar({ player, isBare }: { readonly player: Player; readonly isBare?: boolean }) {
  const t = useTranslations('transport');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const { ref: bar, width } = useSize();
  const { timeNs, endNs, recordedFromNs, recordedToNs, seekingNs } = usePlayhead(player);
  const shownNs = seekingNs ?? timeNs;
  const percent = (ns: number) => `${(100 * (Number.isFinite(ns) ? ns : 0)) / endNs}%`;
  const instant = (ns: number) => formatClock(ns, endNs / STEPS, locale);

  const rail = { '--recorded-from': percent(recordedFromNs), '--recorded-to': percent(recordedToNs) };

  const hasChanges = useChanges().length > 0;
  const isCounted = useStore(run, ({ a, b }) => (a.summary ?? b.summary) !== undefined);

  // While playing the thumb moves without React, by a pixel at least: each move makes the browser lay out and paint the page.
  useEffect(() => {
    const stepsPerPixel = STEPS / Math.max(1, width - THUMB);
    const move = () => {
      const element = input.current;
      if (!element || player.playhead.seekingNs !== null) return;
      const step = Math.round((STEPS * player.timeNs) / player.playhead.endNs);
      if (Math.abs(step - element.valueAsNumber) >= stepsPerPixel) element.value = String(step);
    };
    return player.addPainter(move, 'elements');
  }, [player, width]);

  // The target of a press; a drag seeks already.
  const point = ({ type, buttons, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const isGone = isBare || buttons > 0 || type === 'pointerleave';
    const step = Math.round((STEPS * (clientX - left - THUMB / 2)) / (width - THUMB));
    pointAt(isGone ? undefined : (Math.min(STEPS, Math.max(0, step)) / STEPS) * endNs);
  };

  return (
    <div
      ref={bar}
      className={styles.scrub}
      style={rail as CSSProperties}
      title={isBare ? undefined : t('silhouette')}
    >
      {isCounted && !isBare && <RunSilhouette endNs={endNs} />}
      <Slider
        look="handle"
        ref={input}
        min={0}
        max={STEPS}
        step={1}
        value={Math.round((STEPS * shownNs) / endNs)}
        aria-label={t('position')}
        aria-describedby={hasChanges && !isBare ? 'run-changes' : undefined}
        aria-valuetext={t('positionValue', { time: instant(shownNs), end: instant(endNs) })}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={point}
        onChange={(event) => player.seek((event.currentTarget.valueAsNumber / STEPS) * endNs)}
      />
      {!isBare && <ScrubMarks player={player} />}
    </div>
  );
}
