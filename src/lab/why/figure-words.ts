/** A metric for the comparison of changes, in the reader's units and language. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Quantity } from '../../model/sweep/effects.ts';
import { seedOf } from '../../model/sweep/plan.ts';
import type { Estimate } from '../../model/sweep/statistics.ts';
import { useWords } from '../../ui/texts.tsx';
import { figureText, halfText } from '../results/rows.ts';

const NS_PER_US = 1000;

/** Number and range of the seeds, as message values. */
export interface Seeds {
  readonly seeds: number;
  readonly first: string;
  readonly last: string;
}

/** The first seeds of a trial; a stable object. */
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
  /** "12,345/s", "1.2 ms"; in the unit of charts, as everything below. */
  readonly figure: (value: number) => string;
  /** With its sign. */
  readonly difference: (value: number) => string;
  readonly withInterval: (difference: Pick<Estimate, 'mean' | 'half'>) => string;
  readonly isChance: (mayBeChance: boolean | undefined | 'exact') => string;
  /** The same value with the mark of a non-significant one. */
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
          `levers.significance.${mayBeChance === 'exact' ? 'exact' : mayBeChance === undefined ? 'unknown' : mayBeChance ? 'no' : 'yes'}`,
        ),
      marked: (value) => t('levers.mark', { value }),
    };
  }, [quantity, t, words]);
}
