import { useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { isSingle, tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { SortHeader, type Sorting, useSorting } from '../../ui/sorting.tsx';
import type { SideRun } from '../run/run-state.ts';
import { hasValue, isDecided, verdictOf } from './difference.ts';
import { isComparable, type Row } from './rows.ts';

type Column = SideName | 'quantity' | 'difference';

/** Sorts the rows of a group. */
export type Order = (
  rows: readonly Row[],
  label: (row: Row) => string,
  summaries: Readonly<Record<SideName, SideRun>>,
) => readonly Row[];

/** Differences are compared by ratio, values only with those of the same unit. */
const orderBy =
  (sorting: Sorting<Column>): Order =>
  (rows, label, summaries) => {
    const value = (row: Row, side: SideName) => {
      const { summary } = summaries[side];
      return summary && row.read(summary).value;
    };
    const cell = (row: Row, column: Column) => {
      if (column === 'quantity') return label(row);
      if (column !== 'difference') return value(row, column);
      const [from, to] = [summaries.a, summaries.b].map(({ summary }) => summary && row.read(summary));
      // Values of too few requests have no ratio, nor does their count.
      const hasFew = [summaries.a, summaries.b].some(
        ({ summary }) => summary && tooFewCompletionsFor(row.id, summary),
      );
      const isCompared =
        isComparable(row, [summaries.a, summaries.b]) &&
        !isSingle(row.id) &&
        hasValue(from) &&
        hasValue(to) &&
        isDecided(verdictOf(from, to)) &&
        !hasFew;
      return isCompared ? Math.log(to.value / from.value) : undefined;
    };
    const { column } = sorting.sorted ?? {};
    const isOfSide = column === 'a' || column === 'b';
    const units = isOfSide ? [...new Set(rows.map(({ unit }) => unit))] : [undefined];
    return units.flatMap((unit) =>
      sorting.rows(unit === undefined ? rows : rows.filter((row) => row.unit === unit), cell),
    );
  };

export interface SummaryHeadProps {
  readonly sides: readonly SideName[];
  /** Receives the requested order; undefined for the default order. */
  readonly onOrder: (order: Order | undefined) => void;
}

/** The headers of the summary table, which sort the rows of each of its groups. */
export function SummaryHead({ sides, onOrder }: SummaryHeadProps) {
  const t = useTranslations('results.columns');
  const sorting = useSorting<Column>();
  const { sorted } = sorting;
  // A layout effect: the header never shows an order that its rows do not have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order, and nothing else
  useLayoutEffect(() => onOrder(sorted && orderBy(sorting)), [sorted]);
  return (
    <tr>
      <SortHeader column="quantity" sorting={sorting}>
        {t('quantity')}
      </SortHeader>
      {sides.map((side) => (
        <SortHeader key={side} column={side} sorting={sorting}>
          <SideBadge side={side} />
        </SortHeader>
      ))}
      {sides.length > 1 && (
        <SortHeader column="difference" sorting={sorting} colSpan={2}>
          {t('difference')}
        </SortHeader>
      )}
    </tr>
  );
}
