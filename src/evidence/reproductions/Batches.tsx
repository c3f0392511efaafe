import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type ResidualData, type ResidualWords, residualMap } from '../../charts/residual-map.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { evidenceProvenance } from './evidence-provenance.ts';
import { type AnsweredClaim, evidence } from './evidence-state.ts';
import { useNumberWords } from './use-number-words.ts';
import { valuesOf } from './verdicts.ts';

/** The topic whose claims are the cells of one published table: kind of batch × size. */
const TOPIC = 's3';

/** The published table of batch operations, cell by cell against the model. */
export function Batches() {
  const t = useTranslations('evidence.residuals');
  const chart = useBatchesChart();
  return (
    <SpecFigure
      spec={residualMap}
      provenance={evidenceProvenance}
      title={t('title')}
      {...chart}
      lines={4 + 2.4 * chart.data.rows.length}
    />
  );
}

/** The chart's data and texts. */
export function useBatchesChart() {
  const t = useTranslations('evidence.residuals');
  const claims = useStore(evidence, (state) => state.claims);
  const { count } = useWords();
  const { number, signed } = useNumberWords();
  const data = useMemo(() => residuals(claims, (kind) => t(`kinds.${kind}`), count), [claims, t, count]);
  const words = useMemo(
    (): ResidualWords => ({
      number,
      signed,
      x: t('x'),
      outside: t('outside'),
      cell: (row, column, { published, found }) =>
        t('cell', { row, column, published: number(published), found: number(found) }),
      tableCaption: t('tableCaption'),
      columns: {
        row: t('columns.row'),
        column: t('columns.column'),
        published: t('columns.published'),
        found: t('columns.found'),
        error: t('columns.error'),
      },
      sentence: (facts) => t('describe', facts),
      empty: t('empty'),
    }),
    [t, number, signed],
  );
  return { data, words };
}

/**
 * Kinds of batches of the published table, by the names of their runs, in order; the first of each half is
 * one by one.
 */
const KINDS = [
  'set',
  'setKeys',
  'setPipe',
  'setTx',
  'setTxPipe',
  'get',
  'getKeys',
  'getPipe',
  'getTx',
  'getTxPipe',
] as const;

/** Claims of the topic that publish the mean time of a batch for each size; without a size it is one. */
function residuals(
  claims: readonly AnsweredClaim[],
  kindName: (kind: (typeof KINDS)[number]) => string,
  count: (value: number) => string,
): ResidualData {
  const rows = KINDS.flatMap((kind) => {
    const published = claims.find(
      ({ topic, claim: { checks: [check] = [] } }) =>
        topic.id === TOPIC && check && 'equals' in check && check.value === `meanUs(${kind})`,
    );
    const [check, result] = [published?.claim.checks?.[0], published?.results[0]];
    if (!published || !check || !result) return [];
    const values = new Map(valuesOf(check, result).map((value) => [Number(value.key || 1), value]));
    return [{ name: `${kindName(kind)} (${published.claim.id})`, values }];
  });
  const sizes = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  return {
    columns: sizes.map(count),
    rows: rows.map(({ name, values }) => ({
      name,
      cells: sizes.map((size) => {
        const value = values.get(size);
        return value?.published === undefined
          ? undefined
          : { published: value.published, found: value.found, holds: value.holds };
      }),
    })),
  };
}
