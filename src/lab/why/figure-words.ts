/** A figure by which changes are judged, in the units and words of the reader. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Quantity } from '../../model/sweep/effects.ts';
import { seedOf } from '../../model/sweep/plan.ts';
import type { Estimate } from '../../model/sweep/statistics.ts';
import { useWords } from '../../ui/texts.tsx';
import { figureText, halfText } from '../results/rows.ts';

const NS_PER_US = 1000;

/** How many seeds, and which, as messages take them. */
export interface Seeds {
  readonly seeds: number;
  readonly first: string;
  readonly last: string;
}

/** The first seeds of a trial; one object as long as they are the same. */
export const useSeeds = (firstSeed: number, seeds: number): Seeds =>
  useMemo(() => {
    const last = seedOf({ seed: firstSeed }, Math.max(0, seeds - 1));
    return { seeds, first: String(firstSeed), last: String(last) };
  }, [firstSeed, seeds]);

export interface FigureWords {
  readonly quantity: string;
  readonly unit: '1/s' | 'ns';
  /** From the unit of the engine to that of charts. */
  readonly factor: number;
  /** "12,345/s", "1.2 ms"; of values in the unit of charts, as everything below. */
  readonly figure: (value: number) => string;
  /** With its sign. */
  readonly difference: (value: number) => string;
  readonly withInterval: (difference: Pick<Estimate, 'mean' | 'half'>) => string;
  readonly isChance: (mayBeChance: boolean | undefined | 'exact') => string;
  /** The same figure with the mark of what may be chance. */
  readonly marked: (figure: string) => string;
}

export function useFigureWords(quantity: Quantity): FigureWords {
  const t = useTranslations('why');
  const words = useWords();
  return useMemo(() => {
    const isRate = quantity === 'throughput';
    const kind = isRate ? 'rate' : 'time';
    const figure = (value: number) => figureText(kind, value, words, '');
    const difference = (value: number) =>
      value === 0 ? '±0' : (value < 0 ? '−' : '+') + figure(Math.abs(value));
    return {
      quantity: t(`levers.quantities.${quantity}`),
      unit: isRate ? '1/s' : 'ns',
      factor: isRate ? 1 : NS_PER_US,
      figure,
      difference,
      withInterval: ({ mean, half }) =>
        half === undefined
          ? difference(mean)
          : t('comparison.plusMinus', { value: difference(mean), half: halfText(kind, half, words) }),
      isChance: (mayBeChance) =>
        t(
          `levers.told.${mayBeChance === 'exact' ? 'exact' : mayBeChance === undefined ? 'unknown' : mayBeChance ? 'no' : 'yes'}`,
        ),
      marked: (value) => t('levers.mark', { value }),
    };
  }, [quantity, t, words]);
}
