import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { changeTexts } from '../../charts/change-marks.ts';
import type { Box } from '../../charts/chart.ts';
import { highlightBand } from '../../charts/highlight-marks.ts';
import {
  frameOf,
  pointedMarks,
  stepAt,
  type ThroughputData,
  type ThroughputWords,
} from '../../charts/throughput-over-time.ts';
import { type Palette, paletteOf } from '../../lib/palette.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { pointAt } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import type { HighlightSpan } from '../marks/highlight.ts';
import { SvgTree } from '../results/SvgTree.tsx';
import styles from '../shared/HighlightMarks.module.css';
import { HighlightMarks } from '../shared/HighlightMarks.tsx';
import { useTheme } from '../shared/use-media.ts';
import { pressOnAxis, TIME_AXIS } from './axis-keys.ts';
import { Zooms } from './Zooms.tsx';

export type Keys = (event: KeyboardEvent) => void;

export interface ThroughputToolsProps {
  readonly data: ThroughputData;
  readonly box: Box;
  readonly words: ThroughputWords;
  /** Instant that is pointed at, or the default one, ns. */
  readonly at: number;
  readonly keys: Ref<Keys>;
  /** Receives the reading at that instant. */
  readonly onReading: (text: string) => void;
  /** The drawing. */
  readonly surface: RefObject<HTMLElement | null>;
}

/** Interaction of the throughput chart: keys, zoom out, pointed instant and highlighted request. */
export function ThroughputTools({ data, box, words, at, keys, onReading, surface }: ThroughputToolsProps) {
  const { fromNs, toNs } = data;
  // Moves by whole steps within the visible part.
  const step = Math.min(toNs - fromNs, ...data.sides.map(({ binNs }) => binNs));
  useImperativeHandle(
    keys,
    () => (event) =>
      pressOnAxis(event, {
        ...TIME_AXIS,
        range: [fromNs + step / 2, toNs - step / 2],
        at,
        step,
        selected: data.selected,
        stepOut: () => {
          if (TIME_AXIS.stepOut()) return true;
          pointAt(undefined);
          return data.pointedNs !== undefined;
        },
      }),
  );
  const reading = useReading(data, words, at);
  useLayoutEffect(() => onReading(reading), [reading, onReading]);
  const isZoomed = useStore(focus, ({ zooms }) => zooms.length > 0);
  const marks = (span: HighlightSpan, palette: Palette) => {
    const { area, x } = frameOf(data, box, words);
    return box.width > 0 ? highlightBand(span, x, area, box.fontSize, palette) : [];
  };
  const palette = paletteOf(useTheme());
  const pointed = box.width > 0 ? pointedMarks(data, box, palette, words) : [];
  return (
    <>
      {isZoomed && <Zooms />}
      {surface.current &&
        createPortal(
          <>
            <HighlightMarks marks={marks} />
            <svg className={styles.marks} aria-hidden="true">
              {pointed.map((node, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew as a whole
                <SvgTree key={index} node={node} />
              ))}
            </svg>
          </>,
          surface.current,
        )}
    </>
  );
}

/** Reads the interval at an instant: its bounds, both sides' completions, and system changes. */
function useReading({ sides, toNs, changes }: ThroughputData, words: ThroughputWords, at: number): string {
  const t = useTranslations('charts.throughput');
  const { ends } = useWords();
  const steps = sides.map((side) => ({ side: words.side(side.id), ...stepAt(side, Math.min(at, toNs - 1)) }));
  // Runs of different length have different intervals.
  const fromNs = Math.max(...steps.map((step) => step.fromNs));
  const untilNs = Math.min(...steps.map((step) => step.toNs));
  const values = steps.map(({ side, value }) =>
    value === undefined
      ? t('readingUnknown', { side })
      : t('readingSide', { side, value: words.number(value) }),
  );
  const rates = t('reading', { ...ends([fromNs, untilNs]), values: values.join(t('joiner')) });
  return [rates, ...changeTexts(changes, fromNs, untilNs)].join(' ');
}
