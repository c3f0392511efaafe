import { useId, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { leverEffects } from '../../charts/lever-effects.ts';
import { isNarrowChart, mayBeChance, namedRowsLines } from '../../charts/named-rows.ts';
import { prose } from '../../charts/prose.ts';
import type { LeverId } from '../../model/explain/levers.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/ProblemList.tsx';
import { SpecFigure } from '../figures/SpecFigure.tsx';
import { useSize } from '../results/use-size.ts';
import { presentProvenance } from '../run/provenance.ts';
import { useSeeds } from './figure-words.ts';
import styles from './Levers.module.css';
import { triedOf, useLeverData, useLeverWords } from './lever-words.ts';
import { SlowerReasons } from './SlowerReasons.tsx';
import { compareLever } from './trials.ts';
import type { Trial } from './trials-state.ts';

interface SignificanceNoteProps {
  readonly changes: readonly {
    readonly id: LeverId;
    readonly difference: number;
    readonly half: number | undefined;
    /** Whether nothing in its runs is random. */
    readonly isExact: boolean;
  }[];
  readonly quantity: Quantity;
}

/** Notes which changes are not significant, or that nothing is random. */
export function SignificanceNote({ changes, quantity }: SignificanceNoteProps) {
  const t = useTranslations('why.levers');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  if (changes.length === 0 || changes.some(({ half }) => half === undefined)) return null;
  if (changes.every(({ isExact }) => isExact))
    return <p className={styles.key}>{t('notRandom', { quantity })}</p>;
  const open = changes.filter(({ difference, half, isExact }) => !isExact && mayBeChance(difference, half));
  const names = list.format(open.map(({ id }) => t(`names.${id}`)));
  return <p className={styles.key}>{open.length > 0 ? t('notTold', { names }) : t('allTold')}</p>;
}

interface CompareProps {
  readonly side: SideName;
  readonly changes: readonly { readonly id: LeverId; readonly name: string; readonly edits: Edits }[];
}

/** Shows a change on the stage next to the unchanged system. */
export function Compare({ side, changes }: CompareProps) {
  const t = useTranslations('why.levers');
  const [id, setId] = useState<LeverId>();
  const label = useId();
  const chosen = changes.find((candidate) => candidate.id === id) ?? changes[0];
  if (!chosen) return null;
  return (
    <p className={styles.bar}>
      <label htmlFor={label}>{t('compareHint')}</label>
      <select
        id={label}
        className={styles.select}
        value={chosen.id}
        onChange={(event) => setId(changes.find((candidate) => candidate.id === event.target.value)?.id)}
      >
        {changes.map((candidate) => (
          <option key={candidate.id} value={candidate.id}>
            {candidate.name}
          </option>
        ))}
      </select>
      <Button onClick={() => compareLever(side, chosen.edits)}>{t('compare')}</Button>
    </p>
  );
}

export interface ResultsProps {
  readonly side: SideName;
  readonly trial: Trial;
  readonly quantity: Quantity;
}

/** The gain of each change alone. */
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
