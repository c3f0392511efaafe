import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { leverEffects } from '../../charts/lever-effects.ts';
import { isNarrowChart, namedRowsLines } from '../../charts/named-rows.ts';
import { prose } from '../../charts/prose.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { SpecFigure } from '../figures/SpecFigure.tsx';
import { useSize } from '../results/use-size.ts';
import { presentProvenance } from '../run/provenance.ts';
import { Compare } from './Compare.tsx';
import { useSeeds } from './figure-words.ts';
import styles from './Levers.module.css';
import { triedOf, useLeverData, useLeverWords } from './lever-words.ts';
import { SignificanceNote } from './SignificanceNote.tsx';
import { SlowerReasons } from './SlowerReasons.tsx';
import type { Trial } from './trials-state.ts';

export interface ResultsProps {
  readonly side: SideName;
  readonly trial: Trial;
  readonly quantity: Quantity;
}

/** What each change is worth alone. */
export function SingleChanges({ side, trial, quantity }: ResultsProps) {
  const t = useTranslations('why.levers');
  const tried = useMemo(() => triedOf(trial, quantity), [trial, quantity]);
  const data = useLeverData(side, tried, quantity);
  const fewest = Math.min(trial.seeds, ...tried.map(({ effect }) => effect.count));
  const seeds = useSeeds(trial.firstSeed, fewest);
  const isExact = tried.length > 0 && tried.every((one) => one.isExact);
  const words = useLeverWords(quantity, seeds, isExact);
  const { ref, width, fontSize } = useSize();
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const fromStart = tried
    .filter(({ single }) => single.isFromStart)
    .map(({ single }) => t(`names.${single.id}`));
  return (
    <div ref={ref} className={styles.results}>
      {data.levers.length === 0 && trial.singles.some(({ runs }) => runs.some(Boolean)) && (
        <p className={styles.key}>{t('noAnswers')}</p>
      )}
      {data.levers.length > 0 && (
        <SpecFigure
          spec={leverEffects}
          title={t('chart')}
          data={data}
          words={words}
          lines={namedRowsLines(data.levers.length, isNarrowChart({ width, fontSize }))}
          provenance={(title, caption) => presentProvenance(title, caption, [side])}
        >
          <p className={styles.key}>
            {prose([isExact ? '' : t('key'), quantity === 'throughput' ? '' : t(`notes.${quantity}`)])}
          </p>
        </SpecFigure>
      )}
      <SignificanceNote
        quantity={quantity}
        changes={tried.map(({ single: { id }, effect: { from, to, half }, isExact }) => ({
          ...{ id, half, isExact },
          difference: to - from,
        }))}
      />
      {trial.status === 'done' && <SlowerReasons {...{ side, tried, quantity }} />}
      {trial.singles.map(
        ({ id, problem }) =>
          problem && (
            <p key={id} className={styles.key}>
              {t('broken', { name: t(`names.${id}`) })} <Sentence problem={problem} />
            </p>
          ),
      )}
      {fromStart.length > 0 && (
        <p className={styles.key}>{t('fromStart', { names: list.format(fromStart) })}</p>
      )}
      <Compare
        side={side}
        changes={tried.map(({ single: { id, edits } }) => ({ id, edits, name: t(`names.${id}`) }))}
      />
    </div>
  );
}
