import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type WarmupData, type WarmupWords, warmupChart, warmupFrame } from '../charts/warmup.ts';
import { ChartFigure } from '../lab/results/ChartFigure.tsx';
import { SvgTree } from '../lab/results/SvgTree.tsx';
import { shownChart } from '../lab/results/shown-chart.ts';
import { useSize } from '../lab/results/use-size.ts';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import { aroundCut, type Beginning, settledAfter } from '../model/sweep/warmup.ts';
import { Button } from '../ui/Button.tsx';
import { Slider } from '../ui/Slider.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import { useSweepWords } from './metric-words.ts';
import { sweeps } from './sweep-state.ts';
import { leaveWarmup, setWarmup, watchWarmup } from './sweep-warmup.ts';
import styles from './Warmup.module.css';

/** Delay of the runs after typing, ms. */
const AFTER_MS = 400;
const LINES = 18;
/** Width of the handle, em. */
const HANDLE = 1.25;

/** The warm-up that is excluded: shown on a few runs, and set by drag or keyboard. */
export function Warmup({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments.warmupLook');
  const beginnings = useStore(sweeps, (state) => state.beginnings);
  const [dragged, setDragged] = useState<number>();
  useEffect(() => {
    if (!definition) return;
    const timer = setTimeout(watchWarmup, AFTER_MS);
    return () => clearTimeout(timer);
  }, [definition]);
  useEffect(() => leaveWarmup, []);
  const commonWarmupMs = definition.set['run.warmupMs'];
  const cutMs =
    dragged ?? (typeof commonWarmupMs === 'number' ? commonWarmupMs : (beginnings[0]?.warmupMs ?? 0));
  const settledMs = useMemo(() => settledAtMs(beginnings), [beginnings]);
  const { data, words } = useShown(definition, beginnings, cutMs);
  if (beginnings.length === 0) return <p className={styles.note}>{t('running')}</p>;
  return (
    <>
      <Figure
        data={data}
        words={words}
        cutMs={cutMs}
        onDrag={setDragged}
        onSet={(ms) => {
          setWarmup(ms);
          setDragged(undefined);
        }}
      />
      <p className={styles.note}>
        {settledMs === undefined ? t('unsettled') : t('settled', { time: words.duration(settledMs * 1e6) })}{' '}
        {settledMs !== undefined && settledMs !== cutMs && (
          <Button variant="small" onClick={() => setWarmup(settledMs)}>
            {t('use')}
          </Button>
        )}{' '}
        {commonWarmupMs !== undefined && (
          <Button variant="small" onClick={() => setWarmup(undefined)}>
            {t('asSet')}
          </Button>
        )}
      </p>
    </>
  );
}

/** When all of them have settled, ms; undefined if one has not. */
function settledAtMs(beginnings: readonly Beginning[]): number | undefined {
  const each = beginnings.map(({ perSec, intervalMs }) => {
    const after = settledAfter(perSec);
    return after === undefined ? undefined : after * intervalMs;
  });
  if (each.some((ms) => ms === undefined)) return undefined;
  return Number(Math.max(0, ...each.map((ms) => ms ?? 0)).toPrecision(3));
}

function useShown(definition: Sweep, beginnings: readonly Beginning[], cutMs: number) {
  const t = useTranslations('experiments.warmupLook');
  const sweepWords = useSweepWords();
  const { number, duration } = useWords();
  const isTime = unitOf(definition.metric) === 'us';
  const metric = isTime ? 'responseTime.meanUs' : 'throughput.perSec';
  const places = useMemo(() => numbered(definition), [definition]);
  const data: WarmupData = {
    unit: isTime ? 'ns' : '1/s',
    cutNs: cutMs * 1e6,
    totalNs: Math.max(0, ...beginnings.map(({ perSec, intervalMs }) => perSec.length * intervalMs)) * 1e6,
    lines: beginnings.map(({ point, intervalMs, perSec, responseUs }, style) => {
      const place = places[point];
      const at = definition.axes.map((axis, index) => sweepWords.place(axis, place?.at[index] ?? ''));
      const values = isTime ? responseUs.map((us) => (us === undefined ? us : us * 1000)) : perSec;
      return {
        name: `${definition.series[place?.series ?? 0]?.name ?? ''} · ${at.join(' × ')}`,
        style,
        binNs: intervalMs * 1e6,
        values,
        ...aroundCut(values, cutMs / intervalMs),
      };
    }),
  };
  const words: WarmupWords = {
    yTitle: sweepWords.metric(metric),
    xTitle: (unit) => t('x', { unit }),
    number,
    value: (value) => sweepWords.value(metric, isTime ? value / 1000 : value),
    duration,
    cut: (time) => t('cut', { time }),
    tableCaption: t('title'),
    tableFrom: t('from'),
    sentence: (facts) => t('sentence', facts),
    line: (facts) => t('line', facts),
    empty: t('running'),
  };
  return { data, words };
}

interface FigureProps {
  readonly data: WarmupData;
  readonly words: WarmupWords;
  readonly cutMs: number;
  readonly onDrag: (ms: number) => void;
  readonly onSet: (ms: number) => void;
}

function Figure({ data, words, cutMs, onDrag, onSet }: FigureProps) {
  const t = useTranslations('experiments.warmupLook');
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const chart = shownChart(warmupChart, t('title'), data, words);
  const box = { width, height, fontSize };
  const { area } = warmupFrame(data, box, words);
  const totalMs = data.totalNs / 1e6;
  const step = 10 ** Math.floor(Math.log10(Math.max(totalMs, 1e-3) / 100));
  const half = (HANDLE * fontSize) / 2;
  return (
    <ChartFigure chart={chart}>
      <div ref={ref} className={styles.drawing} style={{ blockSize: `${LINES}em` }}>
        {width > 0 && (
          <>
            <div aria-hidden="true">
              <SvgTree node={chart.draw(box, palette)} />
            </div>
            <Slider
              look="handle"
              className={styles.cut}
              aria-label={t('handle')}
              aria-valuetext={words.duration(cutMs * 1e6)}
              min={0}
              max={Math.floor((0.9 * totalMs) / step) * step}
              step={step}
              value={cutMs}
              style={{
                insetInlineStart: area.left - half,
                inlineSize: 0.9 * (area.right - area.left) + 2 * half,
                insetBlockStart: area.top - half,
              }}
              onChange={(event) => onDrag(Number(event.target.value))}
              onPointerUp={(event) => onSet(Number(event.currentTarget.value))}
              onKeyUp={(event) => onSet(Number(event.currentTarget.value))}
            />
          </>
        )}
      </div>
    </ChartFigure>
  );
}
