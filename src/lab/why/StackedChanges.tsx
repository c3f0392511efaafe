import { useId, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { isNarrowChart, mayBeChance, namedRowsLines } from '../../charts/named-rows.ts';
import { prose } from '../../charts/prose.ts';
import { type WaterfallData, type WaterfallWords, waterfall } from '../../charts/waterfall.ts';
import type { LeverId } from '../../model/explain/levers.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { isWithoutChance, type Quantity } from '../../model/sweep/effects.ts';
import type { Estimate } from '../../model/sweep/statistics.ts';
import { type Waterfall, waterfallOf } from '../../model/sweep/waterfall.ts';
import { Select } from '../../ui/Select.tsx';
import { SpecFigure } from '../figures/SpecFigure.tsx';
import { useSize } from '../results/use-size.ts';
import { presentProvenance } from '../run/provenance.ts';
import { ApplyToB } from './ApplyToB.tsx';
import { type FigureWords, type Seeds, useFigureWords, useSeeds } from './figure-words.ts';
import styles from './Levers.module.css';
import type { ResultsProps } from './SingleChanges.tsx';

/**
 * @param isWhole whether all steps are included
 * @param isExact whether nothing in the runs is random
 */
function waterfallData(
  side: SideName,
  { start, steps, end, alone, joint, interaction }: Waterfall<LeverId>,
  isWhole: boolean,
  isExact: boolean,
  nameOf: (id: LeverId) => string,
  { unit, factor }: FigureWords,
): WaterfallData {
  const half = (value: number | undefined) => (value === undefined || isExact ? undefined : value * factor);
  const difference = (of: Estimate) => ({ mean: of.mean * factor, half: half(of.half) });
  return {
    ...{ side, unit, isWhole, isExact, start: start * factor, end: end * factor },
    steps: steps.map((step) => ({
      ...{ name: nameOf(step.id), from: step.from * factor, to: step.to * factor },
      half: half(step.half),
    })),
    ...{ alone: difference(alone), joint: difference(joint), interaction: difference(interaction) },
  };
}

/**
 * @param seeds the seeds of every value
 * @param isExact whether no step has an interval
 */
function useWaterfallWords(quantity: Quantity, seeds: Seeds, isExact: boolean): WaterfallWords {
  const t = useTranslations('why.levers');
  const figure = useFigureWords(quantity);
  return useMemo(
    () => ({
      ...figure,
      side: (side) => side.toUpperCase(),
      start: t('waterfall.start'),
      end: (isWhole) => t(isWhole ? 'waterfall.end' : 'waterfall.soFar'),
      columns: {
        step: t('waterfall.step'),
        from: t('columns.from'),
        to: t('columns.to'),
        difference: t('columns.difference'),
        half: t('columns.half'),
        chance: t('columns.chance'),
      },
      tableCaption: (side) => t('waterfall.tableCaption', { side, isExact: isExact ? 'yes' : 'no' }),
      sentence: (facts) => t('waterfall.sentence', { ...facts, quantity, ...seeds }),
      together: ({ isChance, ...facts }) =>
        t('waterfall.together', { ...facts, isChance: isChance ? 'yes' : 'no' }),
      empty: t('empty'),
    }),
    [quantity, seeds, figure, t, isExact],
  );
}

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
  return (
    <p className={styles.key}>{open.length > 0 ? t('notSignificant', { names }) : t('allSignificant')}</p>
  );
}

interface StepsProps {
  readonly side: SideName;
  readonly steps: readonly { readonly id: LeverId; readonly name: string; readonly edits: Edits }[];
}

/** Applies all steps up to a chosen one to B. */
function ApplySteps({ side, steps }: StepsProps) {
  const t = useTranslations('why.levers');
  const [id, setId] = useState<LeverId>();
  const label = useId();
  const chosen = steps.find((step) => step.id === id) ?? steps[0];
  if (!chosen) return null;
  return (
    <p className={styles.bar}>
      <label htmlFor={label}>{t('stepsHint')}</label>
      <Select
        id={label}
        value={chosen.id}
        options={steps.map((step) => ({ id: step.id, title: step.name }))}
        onChoose={setId}
      />
      <ApplyToB side={side} name={chosen.name} edits={chosen.edits} />
    </p>
  );
}

/** The costs removed one on top of the other: from the current run to the run without all of them. */
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
      <ApplySteps
        side={side}
        steps={steps.map(({ id, edits }) => ({ id, edits, name: t('upTo', { name: nameOf(id) }) }))}
      />
    </div>
  );
}
