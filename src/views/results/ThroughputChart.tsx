import { lazy, type PointerEvent, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { goTo, pointAt } from '../../actions/focus.ts';
import { type LiveThroughput, liveThroughput } from '../../actions/live-throughput.ts';
import { changeTexts } from '../../charts/change-marks.ts';
import {
  frameOf,
  type ThroughputData,
  type ThroughputWords,
  throughputOverTime,
} from '../../charts/throughput-over-time.ts';
import { paletteOf } from '../../lib/palette.ts';
import type { Summary } from '../../scenario/generated/summary.ts';
import type { SideName } from '../../scenario/problem.ts';
import { focus } from '../../stores/focus.ts';
import { playhead } from '../../stores/playhead.ts';
import { run } from '../../stores/run.ts';
import type { Keys } from '../charts/ThroughputTools.tsx';
import { useWords } from '../shared/texts.tsx';
import { useBrush } from '../shared/use-brush.ts';
import { useChanges } from '../shared/use-changes.ts';
import { useTheme } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { ChartFigure } from './ChartFigure.tsx';
import { Crosshair } from './Crosshair.tsx';
import { SvgTree } from './SvgTree.tsx';
import { shownChart } from './shown-chart.ts';
import styles from './ThroughputChart.module.css';
import { useSize } from './use-size.ts';

// Keys, the way out of a zoom, and the request that is lit come with the first of them.
const ThroughputTools = lazy(() =>
  import('../charts/ThroughputTools.tsx').then((module) => ({ default: module.ThroughputTools })),
);

/** Throughput of both sides as it is played, with the means that the whole runs come to. Drawn at most five times a second. */
export function ThroughputChart() {
  const t = useTranslations('charts.throughput');
  const words = useThroughputWords();
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const selected = useStore(focus, (state) => state.selected?.span);
  const zoomed = useStore(focus, ({ zooms }) => zooms.at(-1));
  const shown = useShownSides();
  const changes = useChanges();
  const now = useStore(playhead, (state) => state.now);
  const player = useStore(run, (state) => state.player);
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const data = useMemo((): ThroughputData => {
    const live = player && now ? liveThroughput(player, now.speed, zoomed) : nothing;
    const sides = live.sides.flatMap(({ id, bins }) => {
      if (!shown.includes(id)) return [];
      const { summary, isStale } = { a, b }[id];
      const fresh = isStale ? undefined : summary;
      const throughput = fresh?.throughput;
      return [
        {
          id,
          perSec: bins.map(({ perSec }) => perSec),
          mean: throughput?.perSec,
          halfWidth: throughput?.halfWidth95 ?? undefined,
          counted: fresh && countedOf(fresh),
        },
      ];
    });
    const bin = pointedNs === undefined ? -1 : Math.floor((pointedNs - live.fromNs) / live.binNs);
    const pointed = bin in (sides[0]?.perSec ?? []) ? bin : undefined;
    return { fromNs: live.fromNs, binNs: live.binNs, sides, pointed, selected, changes };
  }, [player, now, a, b, shown, pointedNs, selected, changes, zoomed]);
  return (
    <ChartFigure chart={shownChart(throughputOverTime, t('title'), data, words)}>
      <Plot data={data} words={words} />
    </ChartFigure>
  );
}

/** The run of a summary, interval by interval. */
const countedOf = ({ series: { intervalUs, completions } }: Summary) => ({
  binNs: intervalUs * 1e3,
  perSec: completions.map((count) => (count * 1e6) / intervalUs),
});

const nothing: LiveThroughput = {
  binNs: 1e6,
  fromNs: 0,
  toNs: 0,
  sides: [
    { id: 'a', bins: [] },
    { id: 'b', bins: [] },
  ],
};

interface PlotProps {
  readonly data: ThroughputData;
  readonly words: ThroughputWords;
}

function Plot({ data, words }: PlotProps) {
  const t = useTranslations('charts.throughput');
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const box = { width, height, fontSize };
  const [isUsed, setIsUsed] = useState(false);
  const isWanted = useStore(focus, ({ lit, zooms }) => lit ?? zooms[0]) || isUsed;
  const keys = useRef<Keys>(null);
  const count = data.sides[0]?.perSec.length ?? 0;
  const last = Math.max(
    0,
    ...data.sides.map(({ perSec }) => perSec.findLastIndex((value) => value !== undefined)),
  );

  const { area, toNs } = frameOf(data, box, words);
  const brush = useBrush(
    [data.fromNs, toNs],
    ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      const x = clientX - currentTarget.getBoundingClientRect().left;
      return data.fromNs + ((x - area.left) / (area.right - area.left)) * (toNs - data.fromNs);
    },
    goTo,
  );
  const at = data.fromNs + (data.pointed ?? last) * data.binNs;
  const values = t('reading', {
    from: words.instant(at, data.binNs),
    to: words.instant(at + data.binNs, data.binNs),
    values: data.sides
      .map(({ id, perSec }) => {
        const value = perSec[data.pointed ?? last];
        const side = words.side(id);
        return value === undefined
          ? t('readingUnknown', { side })
          : t('readingSide', { side, value: words.number(value) });
      })
      .join(t('joiner')),
  });
  const reading = [values, ...changeTexts(data.changes, at, at + data.binNs)].join(' ');
  return (
    <>
      <Suspense>
        {isWanted && <ThroughputTools {...{ data, box, words, last, keys, surface: ref }} />}
      </Suspense>
      <Crosshair
        surface={ref}
        className={styles.drawing}
        label={t('crosshair')}
        range={[0, Math.max(1, count - 1)]}
        at={data.pointed ?? last}
        reading={reading}
        isPointed={data.pointed !== undefined}
        {...brush}
        onLeave={() => pointAt(undefined)}
        onFocus={() => setIsUsed(true)}
        onKeyDown={(event) => keys.current?.(event)}
      >
        {width > 0 && count > 0 && <SvgTree node={throughputOverTime.draw(data, box, palette, words)} />}
      </Crosshair>
    </>
  );
}

const letterOf = (id: SideName): string => id.toUpperCase();

/** The chart's words. @param side what the sides are called; the same function as long as it says the same */
export function useThroughputWords(side: (id: SideName) => string = letterOf): ThroughputWords {
  const t = useTranslations('charts.throughput');
  const words = useWords();
  return useMemo(
    () => ({
      xTitle: (unit) => t('x', { unit }),
      yTitle: t('y'),
      side,
      mean: (value) => t('mean', { value }),
      number: words.number,
      instant: words.instant,
      duration: words.duration,
      unknown: t('unknown'),
      tableCaption: (bin) => t('tableCaption', { bin }),
      tableTime: t('tableTime'),
      counted: (name) => t('tableCounted', { side: name }),
      pale: (bin) => t('describePale', { bin }),
      empty: t('describeEmpty'),
      last: (sides) =>
        t('describeLast', { sides: sides.map((side) => t('describeSide', side)).join(t('joiner')) }),
      means: (sides) =>
        t('describeMean', {
          sides: sides
            .map(({ side, mean, half }) =>
              half === undefined
                ? t('describeMeanOnly', { side, mean })
                : t('describeMeanSide', { side, mean, half }),
            )
            .join(t('joiner')),
        }),
    }),
    [t, words, side],
  );
}
