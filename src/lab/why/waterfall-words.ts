/** What the waterfall needs: the data in its units, the words in the reader's language. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { WaterfallData, WaterfallWords } from '../../charts/waterfall.ts';
import type { LeverId } from '../../model/explain/levers.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import type { Estimate } from '../../model/sweep/statistics.ts';
import type { Waterfall } from '../../model/sweep/waterfall.ts';
import { type FigureWords, type Seeds, useFigureWords } from './figure-words.ts';

/** @param isWhole whether these are all the steps there are @param isExact whether nothing in the runs is random */
export function waterfallData(
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

/** @param seeds those behind every figure @param isExact whether no step has an interval */
export function useWaterfallWords(quantity: Quantity, seeds: Seeds, isExact: boolean): WaterfallWords {
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
