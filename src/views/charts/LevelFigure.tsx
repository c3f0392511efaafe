import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { goTo, pointAt, zoomInto, zoomOut } from '../../actions/focus.ts';
import {
  type LevelData,
  type LevelWords,
  type Limit,
  levelAt,
  levelFrame,
  levelOverTime,
} from '../../charts/level-over-time.ts';
import { paletteOf } from '../../lib/palette.ts';
import { focus, type Span } from '../../stores/focus.ts';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { Crosshair } from '../results/Crosshair.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import { useTheme } from '../shared/use-media.ts';
import styles from './LevelCharts.module.css';

/** Shorter drags are clicks, px. */
const CLICK = 4;
/** Part of what is shown that one key press moves by, and that stays when keys zoom. */
const KEY_STEP = 1 / 60;
const KEY_ZOOM = 1 / 4;

export interface LevelFigureProps {
  readonly id: string;
  readonly title: string;
  readonly sides: LevelData['sides'];
  readonly shown: Span;
  readonly words: LevelWords;
  readonly limits?: readonly Limit[];
  readonly controls?: ReactNode;
}

/** A chart over time: points at an instant, takes the stage there, zooms into a part. */
export function LevelFigure({ id, title, sides, shown, words, limits, controls }: LevelFigureProps) {
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const [brushed, setBrushed] = useState<Span>();
  const data: LevelData = { sides, shown, pointedNs, brushed, ...(limits ? { limits } : {}) };
  return (
    <ChartFigure chart={shownChart({ ...levelOverTime, id }, title, data, words)} controls={controls}>
      <Plot data={data} words={words} onBrush={setBrushed} />
    </ChartFigure>
  );
}

interface PlotProps {
  readonly data: LevelData;
  readonly words: LevelWords;
  readonly onBrush: (part: Span | undefined) => void;
}

function Plot({ data, words, onBrush }: PlotProps) {
  const t = useTranslations('plots.levels');
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const grabbed = useRef<{ px: number; ns: number }>();
  const box = { width, height, fontSize };
  const [from, to] = data.shown;
  const pointed = data.pointedNs ?? from;

  const nsAt = (event: PointerEvent<HTMLElement>): number => {
    const { area } = levelFrame(data, box, words);
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (px - area.left) / (area.right - area.left);
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const ns = nsAt(event);
    pointAt(ns);
    const start = grabbed.current;
    if (start && Math.abs(event.clientX - start.px) >= CLICK)
      onBrush([Math.min(start.ns, ns), Math.max(start.ns, ns)]);
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    const ns = nsAt(event);
    pointAt(ns);
    // A finger that moves scrolls the page.
    if (event.pointerType === 'touch') return;
    grabbed.current = { px: event.clientX, ns };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    const start = grabbed.current;
    grabbed.current = undefined;
    onBrush(undefined);
    if (!start) return;
    const ns = nsAt(event);
    if (Math.abs(event.clientX - start.px) < CLICK) goTo(ns);
    else zoomInto([Math.min(start.ns, ns), Math.max(start.ns, ns)]);
  };
  const press = (event: KeyboardEvent) => {
    const step = (to - from) * KEY_STEP;
    const target = { ArrowLeft: pointed - step, ArrowRight: pointed + step, Home: from, End: to }[event.key];
    if (target !== undefined) pointAt(Math.min(to, Math.max(from, target)));
    else if (event.key === 'Enter') goTo(pointed);
    else if (event.key === '+') {
      const half = ((to - from) * KEY_ZOOM) / 2;
      const middle = Math.min(to - half, Math.max(from + half, pointed));
      zoomInto([middle - half, middle + half]);
    } else if (event.key === 'Escape' && focus.getState().zooms.length > 0) zoomOut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const values = data.sides.map((side) => {
    const level = levelAt(side, pointed);
    return t('readingSide', {
      side: side.id.toUpperCase(),
      value: level === undefined ? '–' : words.number(level),
    });
  });
  const reading = words.reading({ time: words.duration(pointed), values: values.join(t('joiner')) });
  return (
    <Crosshair
      surface={ref}
      className={styles.drawing}
      label={t('crosshair')}
      range={[Math.round(from), Math.round(to)]}
      at={Math.round(Math.min(to, Math.max(from, pointed)))}
      reading={reading}
      isPointed={data.pointedNs !== undefined}
      onPointerMove={move}
      onPointerDown={grab}
      onPointerUp={release}
      onPointerCancel={() => {
        grabbed.current = undefined;
        onBrush(undefined);
      }}
      onLeave={() => pointAt(undefined)}
      onKeyDown={press}
    >
      {width > 0 && <SvgTree node={levelOverTime.draw(data, box, palette, words)} />}
    </Crosshair>
  );
}
