import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { isNarrowChart, namedRowsLines } from '../../charts/named-rows.ts';
import { prose } from '../../charts/prose.ts';
import { waterfall } from '../../charts/waterfall.ts';
import type { LeverId } from '../../model/explain/levers.ts';
import { isWithoutChance } from '../../model/sweep/effects.ts';
import { waterfallOf } from '../../model/sweep/waterfall.ts';
import { SpecFigure } from '../figures/SpecFigure.tsx';
import { useSize } from '../results/use-size.ts';
import { presentProvenance } from '../run/provenance.ts';
import { Compare } from './Compare.tsx';
import { useFigureWords, useSeeds } from './figure-words.ts';
import styles from './Levers.module.css';
import { SignificanceNote } from './SignificanceNote.tsx';
import type { ResultsProps } from './SingleChanges.tsx';
import { useWaterfallWords, waterfallData } from './waterfall-words.ts';

/** The costs one on top of the other: from the run as it is to the run without all of them. */
export function StackedChanges({ side, trial, quantity }: ResultsProps) {
  const t = useTranslations('why.levers');
  const { base, steps, singles, isWhole, leftOut } = trial;
  const found = useMemo(() => waterfallOf(base, steps, singles, quantity), [base, steps, singles, quantity]);
  const isExact = isWithoutChance([
    base,
    ...[...steps, ...singles].flatMap(({ runs }) => (runs.some(Boolean) ? [runs] : [])),
  ]);
  const words = useWaterfallWords(quantity, useSeeds(trial.firstSeed, found?.count ?? 0), isExact);
  const figure = useFigureWords(quantity);
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const { ref, width, fontSize } = useSize();
  const nameOf = (id: LeverId) => t(`names.${id}`);
  const named = (ids: readonly LeverId[]) => list.format(ids.map(nameOf));
  const isNarrow = isNarrowChart({ width, fontSize });
  if (!found)
    return (
      <div ref={ref} className={styles.results}>
        <p className={styles.key}>
          {steps.length > 0 ? t('noAnswers') : t(isWhole ? 'waterfall.none' : 'waterfall.first')}
        </p>
      </div>
    );
  const data = waterfallData(side, found, isWhole, isExact, nameOf, figure);
  const fromStart = steps.filter(({ isFromStart }) => isFromStart).map(({ id }) => id);
  return (
    <div ref={ref} className={styles.results}>
      <SpecFigure
        spec={waterfall}
        title={t('waterfall.chart')}
        data={data}
        words={words}
        lines={namedRowsLines(data.steps.length + 2, isNarrow)}
        provenance={(title, caption) => presentProvenance(title, caption, [side])}
      >
        <p className={styles.key}>
          {prose([
            t('waterfall.order', { isExact: isExact ? 'yes' : 'no' }),
            quantity === 'throughput' ? '' : t(`notes.${quantity}`),
          ])}
        </p>
      </SpecFigure>
      <SignificanceNote
        quantity={quantity}
        changes={found.steps.map(({ id, from, to, half }) => ({ id, difference: to - from, half, isExact }))}
      />
      {isWhole && (
        <p className={styles.key}>{t('waterfall.remains', { quantity, end: figure.figure(data.end) })}</p>
      )}
      {leftOut.length > 0 && (
        <p className={styles.key}>{t('waterfall.leftOut', { names: named(leftOut) })}</p>
      )}
      {fromStart.length > 0 && <p className={styles.key}>{t('fromStart', { names: named(fromStart) })}</p>}
      <Compare
        side={side}
        changes={steps.map(({ id, edits }) => ({ id, edits, name: t('upTo', { name: nameOf(id) }) }))}
      />
    </div>
  );
}
