import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeTexts } from '../../charts/change-marks.ts';
import { highlightBand } from '../../charts/highlight-marks.ts';
import {
  type LevelData,
  type LevelWords,
  type Limit,
  levelAt,
  levelFrame,
  levelOverTime,
} from '../../charts/level-over-time.ts';
import { paletteOf } from '../../lib/palette.ts';
import { useStore } from '../../ui/use-store.ts';
import { goTo, pointAt } from '../marks/focus.ts';
import { focus, type Span } from '../marks/focus-state.ts';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { Crosshair } from '../results/Crosshair.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import { HighlightMarks } from '../shared/HighlightMarks.tsx';
import { NowLine } from '../shared/NowLine.tsx';
import { useBrush } from '../shared/use-brush.ts';
import { useChanges } from '../shared/use-changes.ts';
import { useTheme } from '../shared/use-media.ts';
import { KEY_STEP, pressOnAxis, TIME_AXIS } from './axis-keys.ts';
import styles from './LevelCharts.module.css';
import { LinearButton } from './LinearButton.tsx';

export interface LevelFigureProps {
  readonly id: string;
  readonly title: string;
  readonly sides: LevelData['sides'];
  readonly shown: Span;
  readonly words: LevelWords;
  readonly unit?: '1/s';
  readonly limits?: readonly Limit[];
  readonly controls?: ReactNode;
}

/** A chart over time: points at an instant, moves the playhead, selects a part, zooms. */
export function LevelFigure({ id, title, sides, shown, words, unit, limits, controls }: LevelFigureProps) {
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
    ...(unit ? { unit } : {}),
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

  const { area, x } = levelFrame(data, box, words);
  const nsAt = (event: PointerEvent<HTMLElement>): number => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return from + ((px - area.left) / (area.right - area.left)) * (to - from);
  };
  const brush = useBrush(data.shown, nsAt, goTo);
  const press = (event: KeyboardEvent) =>
    pressOnAxis(event, { ...TIME_AXIS, range: data.shown, at: pointed, selected: data.selected });
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
      {width > 0 && (
        <NowLine
          span={data.shown}
          left={area.left}
          right={area.right}
          above={area.top}
          below={height - area.bottom}
        />
      )}
      <HighlightMarks
        marks={(span, colours) => (width > 0 ? highlightBand(span, x, area, fontSize, colours) : [])}
      />
    </Crosshair>
  );
}
