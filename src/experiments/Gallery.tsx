import { memo, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SvgTree } from '../lab/results/SvgTree.tsx';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import type { Sweep, SweepSeries } from '../model/sweep/definition.ts';
import { type SweepPreset, sweepPresets } from '../model/sweep/presets.ts';
import { readSweep } from '../model/sweep/read.ts';
import { useWords } from '../ui/texts.tsx';
import { useChartWords } from './chart-words.ts';
import styles from './Gallery.module.css';
import { PICTURE, pictureOf } from './gallery-pictures.ts';
import { useSweepWords } from './metric-words.ts';
import { glanceSweep } from './sweep.ts';
import { defineSweep } from './sweep-definition.ts';

/** The ready experiments as questions, each with a small picture of its result. */
export function Gallery({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const { presets } = useWords();
  const drawn = useGrowingCount(sweepPresets.length);
  return (
    <section className={styles.gallery} aria-label={t('gallery')}>
      <ul className={styles.list}>
        {sweepPresets.map((preset, index) => (
          <li key={preset.id}>
            <button
              type="button"
              className={styles.card}
              aria-current={isOf(definition, preset) || undefined}
              onClick={() => {
                defineSweep({ ...named(preset, presets.titles), question: t(`presets.${preset.id}`) });
                void glanceSweep();
              }}
            >
              <span className={styles.picture} style={{ blockSize: PICTURE.height }} aria-hidden="true">
                {index < drawn && <Picture preset={preset} />}
              </span>
              {t(`presets.${preset.id}`)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The definition of a ready experiment. Systems without a name have the title of their preset. */
function named({ definition }: SweepPreset, titles: Readonly<Record<string, string | undefined>>): object {
  const { series, ...rest } = definition as unknown as { readonly series: readonly Partial<SweepSeries>[] };
  return { ...rest, series: series.map((one) => ({ name: titles[one.preset ?? ''], ...one })) };
}

/** Whether a definition asks the question of a ready experiment, whatever else has changed. */
function isOf({ axes, metric, series }: Sweep, preset: SweepPreset): boolean {
  const { sweep } = readSweep(preset.definition);
  const key = ({ axes, metric, series }: Pick<Sweep, 'axes' | 'metric' | 'series'>) =>
    JSON.stringify([axes, metric, series.map(({ name: _, ...one }) => one)]);
  return sweep !== undefined && key(sweep) === key({ axes, metric, series });
}

/** One more in each frame, so that no task is long. */
function useGrowingCount(most: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= most) return;
    const frame = requestAnimationFrame(() => setCount(count + 1));
    return () => cancelAnimationFrame(frame);
  }, [count, most]);
  return count;
}

/** Drawn once for each language and theme. */
const Picture = memo(function Picture({ preset }: { readonly preset: SweepPreset }) {
  const words = useSweepWords();
  const metric = readSweep(preset.definition).sweep?.metric ?? '';
  const chartWords = useChartWords(metric);
  const palette = paletteOf(useTheme());
  const node = pictureOf(preset, words, chartWords, palette);
  return node && <SvgTree node={node} />;
});
