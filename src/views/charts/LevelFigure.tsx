import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { goTo, pointAt, select } from '../../actions/focus.ts';
import { selectTo } from '../../actions/selected.ts';
import { zoomInto, zoomOut } from '../../actions/zoom.ts';
import { changeTexts } from '../../charts/change-marks.ts';
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
import { useBrush } from '../shared/use-brush.ts';
import { useChanges } from '../shared/use-changes.ts';
import { useTheme } from '../shared/use-media.ts';
import styles from './LevelCharts.module.css';
import { LinearButton } from './LinearButton.tsx';

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

/** A chart over time: points at an instant, takes the stage there, selects a part, zooms into it. */
export function LevelFigure({ id, title, sides, shown, words, limits, controls }: LevelFigureProps) {
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const selected = useStore(focus, (state) => state.selected?.span);
  const [isLinear, setIsLinear] = useState(true);
  const data: LevelData = {
    sides,
    shown,
    pointedNs,
    selected,
    changes: useChanges(),
    isLogarithmic: !isLinear,
    ...(limits ? { limits } : {}),
  };
  return (
    <ChartFigure
      chart={shownChart({ ...levelOverTime, id }, title, data, words)}
      controls={
        <>
          {controls}
          <LinearButton isLinear={isLinear} onChange={setIsLinear} />
        </>
      }
    >
      <Plot data={data} words={words} />
    </ChartFigure>
  );
}

interface PlotProps {
  readonly data: LevelData;
  readonly words: LevelWords;
}

function Plot({ data, words }: PlotProps) {
  const t = useTranslations('plots.levels');
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const box = { width, height, fontSize };
  const [from, to] = data.shown;
  const pointed = data.pointedNs ?? from;

  const nsAt = (event: PointerEvent<HTMLElement>): number => {
    const { area } = levelFrame(data, box, words);
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return from + ((px - area.left) / (area.right - area.left)) * (to - from);
  };
  const brush = useBrush(data.shown, nsAt, goTo);
  const press = (event: KeyboardEvent) => {
    const step = (to - from) * KEY_STEP;
    const wanted = { ArrowLeft: pointed - step, ArrowRight: pointed + step, Home: from, End: to }[event.key];
    const target = wanted && Math.min(to, Math.max(from, wanted));
    if (target !== undefined && event.shiftKey) selectTo(pointed, target);
    else if (target !== undefined) pointAt(target);
    else if (event.key === 'Enter') goTo(pointed);
    else if (event.key === '+' && data.selected) zoomInto(data.selected);
    else if (event.key === '+') {
      const half = ((to - from) * KEY_ZOOM) / 2;
      const middle = Math.min(to - half, Math.max(from + half, pointed));
      zoomInto([middle - half, middle + half]);
    } else if (event.key === 'Escape' && data.selected) select(undefined);
    else if (event.key === 'Escape' && focus.getState().zooms.length > 0) zoomOut();
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
  const step = (to - from) * KEY_STEP;
  const reading = [
    words.reading({ time: words.instant(pointed, step), values: values.join(t('joiner')) }),
    ...changeTexts(data.changes, pointed - step / 2, pointed + step / 2),
  ].join(' ');
  return (
    <Crosshair
      surface={ref}
      className={styles.drawing}
      label={t('crosshair')}
      range={[Math.round(from), Math.round(to)]}
      at={Math.round(Math.min(to, Math.max(from, pointed)))}
      reading={reading}
      isPointed={data.pointedNs !== undefined}
      {...brush}
      onLeave={() => pointAt(undefined)}
      onKeyDown={press}
    >
      {width > 0 && <SvgTree node={levelOverTime.draw(data, box, palette, words)} />}
    </Crosshair>
  );
}
