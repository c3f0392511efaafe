import { useTranslations } from 'use-intl';
import { isSingle, tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import { pairedChange } from '../../model/explain/paired.ts';
import { isAlwaysFull } from '../../model/explain/request.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { Figure } from '../../model/sweep/effects.ts';
import { seededChange } from '../../model/sweep/seeded.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from '../settings/experiment-state.ts';
import { pairKey, trials } from '../why/trials-state.ts';
import {
  deltaText,
  differenceHalf,
  hasValue,
  isDecided,
  PAIRED,
  ratioText,
  verdictOf,
} from './difference.ts';
import { boundText, deltaOf, figureText, type Row, type RowId } from './rows.ts';

const NS_PER_US = 1000;

/** Metrics whose differences need several seeds, and the factor to the row's unit. */
const SEEDED: Partial<Record<RowId, { readonly of: Figure; readonly factor: number }>> = {
  p99: { of: 'p99', factor: NS_PER_US },
  clientKernel: { of: 'kernel', factor: 1 },
};

export interface DifferenceNoteProps {
  readonly row: Row;
  readonly from: RunResult;
  readonly to: RunResult;
}

/** The mean difference over several seeds, once both sides have been run with them. */
function OverSeeds({ row: { id, unit } }: Pick<DifferenceNoteProps, 'row'>) {
  const t = useTranslations('note.figure.difference');
  const points = useTranslations('results');
  const words = useWords();
  const key = pairKey(useStore(experiment));
  const pair = useStore(trials, (state) => state.pair);
  const seeded = SEEDED[id];
  if (!seeded) return null;
  const change = pair && pair.key === key ? seededChange(pair.a, pair.b, seeded.of) : undefined;
  if (change?.half === undefined) return <p>{t('seeds')}</p>;
  const { from, to, half, isExact, seeds } = change;
  const inPoints = (value: string) => points('points', { value });
  return (
    <p>
      {t('overSeeds', {
        count: seeds,
        first: String(pair?.firstSeed),
        value: deltaOf(unit, from * seeded.factor, to * seeded.factor, words, inPoints),
        isExact: String(isExact),
        half: differenceHalf(unit, half * seeded.factor, words, inPoints),
      })}
    </p>
  );
}

/** The difference of B and A with its interval if known, the ratio, and the method of both. */
export function DifferenceNote({ row, from, to }: DifferenceNoteProps) {
  const t = useTranslations('note.figure.difference');
  const tResults = useTranslations('results');
  const words = useWords();
  const { a, b } = useStore(experiment);
  const [before, after] = [row.read(from), row.read(to)];
  if (!hasValue(before) || !hasValue(after)) return null;
  const verdict = verdictOf(before, after);
  const { unit, id } = row;
  const paired = PAIRED[id];
  const isFull = a !== undefined && b !== undefined && [a, b].every(({ scenario }) => isAlwaysFull(scenario));
  const half = paired && pairedChange(from, to, isFull)[paired.of]?.half;
  const hasFew = [from, to].some((summary) => tooFewCompletionsFor(id, summary));
  const ratio = unit === 'share' || hasFew || isSingle(id) ? undefined : ratioText(before, after, words);
  const [valueA, valueB] = [before, after].map((figure) =>
    boundText(figureText(unit, figure.value, words, ''), figure),
  ) as [string, string];
  if (!isDecided(verdict)) return <p>{t('undecided', { why: verdict })}</p>;
  return (
    <>
      <p>
        B − A{verdict === 'exact' && ' ='}{' '}
        <b>
          {deltaText(unit, before, after, words, (value) => tResults('points', { value }))}
          {half !== undefined &&
            ` ${tResults('plusMinus', { value: differenceHalf(unit, half * (paired?.factor ?? 1), words, (value) => tResults('points', { value })) })}`}
        </b>
        {ratio !== undefined && ` (${ratio})`}
      </p>
      <p>
        {t(ratio === undefined ? 'formula' : 'formulaRatio', { a: valueA, b: valueB })}{' '}
        {verdict !== 'exact' && `${t('atLeast')} `}
        {t(half !== undefined ? 'paired' : paired ? 'tooFew' : 'none')}
      </p>
      {verdict === 'exact' && <OverSeeds row={row} />}
    </>
  );
}
