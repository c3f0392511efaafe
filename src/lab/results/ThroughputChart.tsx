import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  frameOf,
  type ThroughputData,
  type ThroughputWords,
  throughputOverTime,
} from '../../charts/throughput-over-time.ts';
import { paletteOf } from '../../lib/palette.ts';
import { carriedBy, comparedBy, sizeBy } from '../../model/explain/run-result.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Keys, ThroughputTools } from '../figures/ThroughputTools.tsx';
import { goTo, pointAt } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { playhead, run } from '../run/run-state.ts';
import { useBrush } from '../shared/use-brush.ts';
import { useChanges } from '../shared/use-changes.ts';
import { useTheme } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { ChartFigure } from './ChartFigure.tsx';
import { Crosshair } from './Crosshair.tsx';
import { type LiveThroughput, liveThroughput } from './live-throughput.ts';
import { SvgTree } from './SvgTree.tsx';
import { shownChart } from './shown-chart.ts';
import styles from './ThroughputChart.module.css';
import { useSize } from './use-size.ts';

/**
 * Throughput of both sides, opaque up to the playhead, with the means of the whole runs. Drawn at most five
 * times a second.
 */
export function ThroughputChart() {
  const t = useTranslations('charts.throughput');
  const played = useStore(run, (state) => state.played);
  const carried = useMemo(() => played && { a: carriedBy(played.a), b: carriedBy(played.b) }, [played]);
  // As in the headline: if requests differ in size, their content is drawn.
  const by = comparedBy([{ summary: carried?.a }, { summary: carried?.b }]);
  const words = useThroughputWords(letterOf, by);
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
    const live = player && now ? liveThroughput(player, now.speed, { a, b }, zoomed) : nothing;
    const sides = live.sides
      .filter(({ id }) => shown.includes(id))
      .map((side) => times(side, carried ? sizeBy(by, carried[side.id]) : 1));
    return { ...live, sides, pointedNs, selected, changes };
  }, [carried, by, player, now, a, b, shown, pointedNs, selected, changes, zoomed]);
  return (
    <ChartFigure chart={shownChart(throughputOverTime, t('title'), data, words)}>
      <Plot data={data} words={words} />
    </ChartFigure>
  );
}

/** A side's throughput in units of its requests' content. */
const times = (side: LiveThroughput['sides'][number], size: number) => ({
  ...side,
  perSec: side.perSec.map((value) => value && value * size),
  mean: side.mean && side.mean * size,
  halfWidth: side.halfWidth && side.halfWidth * size,
});

const nothing: LiveThroughput = { fromNs: 0, toNs: 1e6, sides: [] };

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
  const [reading, setReading] = useState<string>();
  const isWanted =
    useStore(focus, ({ highlighted, zooms, pointedNs }) => highlighted ?? zooms[0] ?? pointedNs) !==
      undefined || isUsed;
  const keys = useRef<Keys>(null);

  const { fromNs, toNs, pointedNs, sides } = data;
  const { area } = frameOf(data, box, words);
  const brush = useBrush(
    [fromNs, toNs],
    ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      const x = clientX - currentTarget.getBoundingClientRect().left;
      return fromNs + ((x - area.left) / (area.right - area.left)) * (toNs - fromNs);
    },
    goTo,
  );
  // Without a pointed instant, keys begin at the playhead.
  const present = Math.max(...sides.map(({ playedNs = 0 }) => playedNs), fromNs);
  const at = Math.min(pointedNs ?? present, toNs);
  return (
    <>
      {isWanted && (
        <ThroughputTools {...{ data, box, words, at, keys, surface: ref, onReading: setReading }} />
      )}
      <Crosshair
        surface={ref}
        className={styles.drawing}
        label={t('crosshair')}
        range={[Math.round(fromNs), Math.round(toNs)]}
        at={Math.round(at)}
        reading={reading ?? words.instant(at, toNs / 100)}
        isPointed={pointedNs !== undefined}
        {...brush}
        onLeave={() => pointAt(undefined)}
        onFocus={() => setIsUsed(true)}
        onKeyDown={(event) => keys.current?.(event)}
      >
        {width > 0 && sides.length > 0 && (
          <SvgTree node={throughputOverTime.draw(data, box, palette, words)} />
        )}
      </Crosshair>
    </>
  );
}

const letterOf = (id: SideName): string => id.toUpperCase();

/**
 * The chart's texts.
 * @param side formats a side's name; stable while its result is
 * @param by the counted unit
 */
export function useThroughputWords(
  side: (id: SideName) => string = letterOf,
  by: ReturnType<typeof comparedBy> = 'throughput',
): ThroughputWords {
  const t = useTranslations('charts.throughput');
  const words = useWords();
  return useMemo(() => {
    const what = t('y', { by });
    return {
      xTitle: (unit) => t('x', { unit }),
      yTitle: what,
      side,
      mean: (value) => t('mean', { value }),
      number: words.number,
      instant: words.instant,
      duration: words.duration,
      tableCaption: (bin) => t('tableCaption', { what, bin }),
      tableTime: t('tableTime'),
      steps: (bin, isCounted) => t('describeSteps', { bin, isCounted: String(isCounted) }),
      empty: t('describeEmpty'),
      last: (sides) =>
        t('describeLast', { sides: sides.map((side) => t('describeSide', side)).join(t('joiner')) }),
      means: (sides) =>
        t('describeMean', {
          what,
          sides: sides
            .map(({ side, mean, half }) =>
              half === undefined ? `${side} ${mean}` : t('describeMeanSide', { side, mean, half }),
            )
            .join(t('joiner')),
        }),
    };
  }, [t, words, side, by]);
}
