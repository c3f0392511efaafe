/** What the chart of changes needs: the data in its units, the words in the reader's language. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Effect, LeverEffectsData, LeverEffectsWords } from '../../charts/lever-effects.ts';
import type { Change } from '../../explain/paired.ts';
import type { SideName } from '../../scenario/problem.ts';
import type { Tried } from '../../stores/trials.ts';
import { ratioOf } from '../results/rows.ts';
import { useWords } from '../shared/texts.tsx';

const NS_PER_US = 1000;

/** What a change makes of the throughput, as a factor; nothing for one that could not be run. */
export const gainOf = ({ change }: Tried): number =>
  change ? change.throughput.to / Math.max(change.throughput.from, Number.MIN_VALUE) : 0;

const inNs = ({ from, to, half }: Change): Effect => ({
  from: from * NS_PER_US,
  to: to * NS_PER_US,
  half: half === undefined ? undefined : half * NS_PER_US,
});

/** Changes that could be run, those that gain most first. */
export function useLeverData(side: SideName, tried: readonly Tried[]): LeverEffectsData {
  const t = useTranslations('why.levers');
  return useMemo(
    () => ({
      side,
      levers: [...tried]
        .sort((one, other) => gainOf(other) - gainOf(one))
        .flatMap(({ id, change }) =>
          change
            ? [{ name: t(`names.${id}`), throughput: change.throughput, response: inNs(change.response) }]
            : [],
        ),
    }),
    [side, tried, t],
  );
}

export function useLeverWords(): LeverEffectsWords {
  const t = useTranslations('why.levers');
  const words = useWords();
  return useMemo(
    () => ({
      quantity: (quantity) => t(quantity),
      ratio: (from, to) => (from === to ? '±0' : (ratioOf(from, to, words) ?? words.number(to))),
      factor: (factor) => (factor >= 1 ? `×${words.number(factor)}` : `÷${words.number(1 / factor)}`),
      side: (side) => side.toUpperCase(),
      change: t('change'),
      column: (quantity, column) => t(`columns.${quantity}`, { column }),
      tableCaption: (side) => t('tableCaption', { side }),
      sentence: (facts) => t('describe', facts),
      empty: t('empty'),
    }),
    [t, words],
  );
}
