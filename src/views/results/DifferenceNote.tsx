import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { pairedChange } from '../../explain/paired.ts';
import { isAlwaysFull } from '../../explain/request.ts';
import type { Summary } from '../../scenario/generated/summary.ts';
import { experiment } from '../../stores/experiment.ts';
import { useWords } from '../shared/texts.tsx';
import { deltaOf, figureText, halfText, type Row, type RowId, ratioOf } from './rows.ts';

const NS_PER_US = 1000;

/** Figures whose differences have intervals from one pair of runs, by their names there, and what makes those the row's unit. */
const PAIRED: Partial<Record<RowId, { readonly of: 'throughput' | 'response'; readonly factor: number }>> = {
  throughput: { of: 'throughput', factor: 1 },
  meanOfAll: { of: 'response', factor: NS_PER_US },
};

export interface DifferenceNoteProps {
  readonly row: Row;
  readonly from: Summary;
  readonly to: Summary;
}

/** How much B is more or less than A: the difference with its interval where there is one, the ratio, and how both are made. */
export function DifferenceNote({ row, from, to }: DifferenceNoteProps) {
  const t = useTranslations('note.figure.difference');
  const own = useTranslations('results');
  const words = useWords();
  const { a, b } = useStore(experiment);
  const [before, after] = [row.read(from).value, row.read(to).value];
  if (before === undefined || after === undefined) return null;
  const { unit, id } = row;
  const paired = PAIRED[id];
  const isFull = a !== undefined && b !== undefined && [a, b].every(({ scenario }) => isAlwaysFull(scenario));
  const half = paired && pairedChange(from, to, isFull)[paired.of].half;
  const ratio = unit === 'share' ? undefined : ratioOf(before, after, words);
  const [valueA, valueB] = [before, after].map((value) => figureText(unit, value, words, '')) as [
    string,
    string,
  ];
  return (
    <>
      <p>
        B − A ={' '}
        <b>
          {deltaOf(unit, before, after, words, (value) => own('points', { value }))}
          {half !== undefined &&
            ` ${own('plusMinus', { value: halfText(unit, half * (paired?.factor ?? 1), words) })}`}
        </b>
        {ratio !== undefined && ` (${ratio})`}
      </p>
      <p>
        {t(ratio === undefined ? 'formula' : 'formulaRatio', { a: valueA, b: valueB })}{' '}
        {t(half !== undefined ? 'paired' : paired ? 'tooFew' : 'none')}
      </p>
    </>
  );
}
