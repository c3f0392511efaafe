import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type Fit,
  type PredictedData,
  type PredictedWords,
  predictedMeasured,
} from '../../charts/predicted-measured.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { useStore } from '../../ui/use-store.ts';
import { CountAgain } from './CountAgain.tsx';
import { countRows } from './evidence.ts';
import { evidenceProvenance } from './evidence-provenance.ts';
import { type AnsweredRow, evidence } from './evidence-state.ts';
import { Families } from './Families.tsx';
import styles from './Measured.module.css';
import { RowTable } from './RowTable.tsx';
import { useNumberWords } from './use-number-words.ts';

/** Targets of a calibrated model: median, and worst. */
const BANDS = [0.15, 0.4] as const;

/** This project's own measurements against the model. */
export function Measured() {
  const t = useTranslations('evidence.measured');
  const all = useStore(evidence, (state) => state.rows);
  const [table, setTable] = useState('');
  const rows = useMemo(() => all.filter(({ row }) => table === '' || row.table === table), [all, table]);
  const chart = useMeasuredChart(rows);
  return (
    <div className={styles.measured}>
      <p className={styles.note}>{t('intro')}</p>
      <Families chosen={table} onChoose={setTable} />
      <SpecFigure
        spec={predictedMeasured}
        provenance={evidenceProvenance}
        title={t('title')}
        {...chart}
        lines={42}
      />
      <CountAgain
        kind="rows"
        total={rows.length}
        onStart={() => void countRows(rows.map(({ name }) => name))}
      />
      <RowTable rows={rows} />
    </div>
  );
}

/** The chart's data and texts for some rows, without those set aside. */
export function useMeasuredChart(rows: readonly AnsweredRow[]) {
  const t = useTranslations('evidence.measured');
  const numbers = useNumberWords();
  const data = useMemo((): PredictedData => {
    const compared = rows.flatMap(({ name, row, comparisons }) => {
      const found = comparisons.find(({ quantity }) => quantity === 'perSec');
      if (!found || row.aside) return [];
      const { seen, low, high, predicted, error } = found;
      const inRange = row.rangeCounts && predicted >= low && predicted <= high;
      return [{ name, seen, low, high, predicted, error, fit: inRange ? 'close' : fitOf(error) } as const];
    });
    const errors = compared.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
    const middle = errors.length / 2;
    const medianError = ((errors[Math.ceil(middle) - 1] ?? 0) + (errors[Math.floor(middle)] ?? 0)) / 2;
    return { rows: compared, bands: BANDS, medianError };
  }, [rows]);
  const words = useMemo(
    (): PredictedWords => ({
      ...numbers,
      x: t('x'),
      y: t('y'),
      residual: t('residual'),
      fit: (fit, count) => t(`fits.${fit}`, { count }),
      mark: ({ name, seen, predicted, error }) =>
        t('mark', {
          name,
          seen: numbers.number(seen),
          predicted: numbers.number(predicted),
          error: numbers.signed(error),
        }),
      tableCaption: t('title'),
      columns: {
        row: t('columns.row'),
        seen: t('columns.seen'),
        low: t('columns.low'),
        high: t('columns.high'),
        predicted: t('columns.predicted'),
        error: t('columns.error'),
      },
      sentence: (facts) => t('describe', facts),
      empty: t('empty'),
    }),
    [t, numbers],
  );
  return { data, words };
}

function fitOf(error: number): Fit {
  const [close, fair] = BANDS;
  return Math.abs(error) <= close ? 'close' : Math.abs(error) <= fair ? 'fair' : 'far';
}
