/** Changes that have been tried, with their effect on a metric. */
import { useMemo } from 'react';
import type { Quantity } from '../../model/sweep/effects.ts';
import {
  type Certainty,
  certaintyOf,
  type Effect,
  effectOf,
  gainOf,
  isWithoutChance,
} from '../../model/sweep/effects.ts';
import { useWords } from '../../ui/texts.tsx';
import { ratioOf } from '../results/rows.ts';
import type { Single, Trial } from './trials-state.ts';

/** A change with its effect on a metric. */
export interface Tried {
  readonly single: Single;
  readonly effect: Effect;
  /** Whether its runs, and those without it, have nothing random. */
  readonly isExact: boolean;
  readonly certainty: Certainty;
}

/** Changes that could be run: the largest gain first, those with an unknown effect last. */
export const triedOf = ({ base, singles }: Trial, quantity: Quantity): Tried[] =>
  singles
    .flatMap((single) => {
      const effect = effectOf(base, single.runs, quantity);
      if (!effect) return [];
      const isExact = isWithoutChance([base, single.runs]);
      return [{ single, effect, isExact, certainty: certaintyOf(base, single.runs, quantity) }];
    })
    .sort(
      (a, b) =>
        Number(a.certainty === 'unknown') - Number(b.certainty === 'unknown') ||
        gainOf(b.effect, quantity) - gainOf(a.effect, quantity),
    );

/** "+12%", "×3.4". */
export function useRatio(): (from: number, to: number) => string {
  const words = useWords();
  return useMemo(
    () => (from, to) => (from === to ? '±0' : (ratioOf(from, to, words) ?? words.number(to))),
    [words],
  );
}
