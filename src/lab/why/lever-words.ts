/** Data and texts of the chart of single changes. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { LeverEffectsData, LeverEffectsWords } from '../../charts/lever-effects.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { type Effect, effectOf, gainOf, isWithoutChance, type Quantity } from '../../model/sweep/effects.ts';
import { useWords } from '../../ui/texts.tsx';
import { ratioOf } from '../results/rows.ts';
import { type Seeds, useFigureWords } from './figure-words.ts';
import type { Single, Trial } from './trials-state.ts';

/** A change with its effect on a metric. */
export interface Tried {
  readonly single: Single;
  readonly effect: Effect;
  /** Whether its runs, and those without it, have nothing random. */
  readonly isExact: boolean;
}

/** Changes that could be run, the largest gain first. */
export const triedOf = ({ base, singles }: Trial, quantity: Quantity): Tried[] =>
  singles
    .flatMap((single) => {
      const effect = effectOf(base, single.runs, quantity);
      return effect ? [{ single, effect, isExact: isWithoutChance([base, single.runs]) }] : [];
    })
    .sort((one, other) => gainOf(other.effect, quantity) - gainOf(one.effect, quantity));

export function useLeverData(side: SideName, toText: readonly Tried[], quantity: Quantity): LeverEffectsData {
  const t = useTranslations('why.levers.names');
  const { unit, factor } = useFigureWords(quantity);
  return useMemo(
    () => ({
      side,
      unit,
      levers: toText.map(({ single, effect: { from, to, half }, isExact }) => ({
        name: t(single.id),
        from: from * factor,
        to: to * factor,
        half: half === undefined || isExact ? undefined : half * factor,
        isExact,
      })),
    }),
    [side, toText, unit, factor, t],
  );
}

/** "+12 %", "×3.4". */
export function useRatio(): (from: number, to: number) => string {
  const words = useWords();
  return useMemo(
    () => (from, to) => (from === to ? '±0' : (ratioOf(from, to, words) ?? words.number(to))),
    [words],
  );
}

/**
 * @param seeds the seeds of every change
 * @param isExact whether no change has an interval
 */
export function useLeverWords(quantity: Quantity, seeds: Seeds, isExact: boolean): LeverEffectsWords {
  const t = useTranslations('why.levers');
  const words = useWords();
  const figure = useFigureWords(quantity);
  const ratio = useRatio();
  return useMemo(
    () => ({
      quantity: figure.quantity,
      ratio,
      factor: (factor) => (factor >= 1 ? `×${words.number(factor)}` : `÷${words.number(1 / factor)}`),
      side: (side) => side.toUpperCase(),
      change: t('change'),
      column: (column) => t(`columns.${column}`),
      isChance: figure.isChance,
      marked: figure.marked,
      tableCaption: (side) => t('tableCaption', { side, isExact: isExact ? 'yes' : 'no' }),
      sentence: (facts) => t('describe', { ...facts, quantity, ...seeds }),
      empty: t('empty'),
    }),
    [quantity, seeds, figure, ratio, t, words, isExact],
  );
}
