import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isSingle, tooFewCompletionsFor } from '../../model/explain/cautions.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { ClosedLoopNote } from '../figures/OmissionNote.tsx';
import type { SideRun } from '../run/run-state.ts';
import { SIDES } from '../settings/experiment-state.ts';
import { SaveChart } from '../shared/SaveButton.tsx';
import { useFigures } from '../shared/use-figures.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { deltaText, hasValue, isDecided, ratioText, type Valued, verdictOf } from './difference.ts';
import { FigureHelp } from './FigureHelp.tsx';
import { FigureValue } from './FigureValue.tsx';
import { figuresTable } from './figures-table.ts';
import { isComparable, nameFacts, ROW_GROUPS, type Row, rowsFor } from './rows.ts';
import { SelectedPart } from './SelectedPart.tsx';
import { type Order, SummaryHead } from './SummaryHead.tsx';
import styles from './SummaryTable.module.css';

/** Saves the exact metrics of both runs as a file. */
function SaveFigures() {
  const t = useTranslations('results');
  const tFigures = useTranslations('export.figures');
  const { a, b } = useFigures();
  const sides = useShownSides();
  const shown = sides.map((id) => ({ id, summary: { a, b }[id].summary }));
  const table = () =>
    figuresTable(shown, {
      caption: t('caption'),
      quantity: t('columns.quantity'),
      difference: t('columns.difference'),
      unit: tFigures('unit'),
      half: (side) => tFigures('half', { side }),
      row: (id) => t(`rows.${id}`, nameFacts(shown)),
      share: (row) => tFigures('busyShare', { row }),
      resource: (name) => t(`resources.${name}`),
    });
  return (
    <SaveChart
      chart={{ id: 'figures', title: t('caption'), description: t('caption'), table, isOfFigures: true }}
    />
  );
}

/** Metrics of both runs with their differences. Each explains itself on request. */
export function SummaryTable() {
  const t = useTranslations('results');
  const { a, b, isPart } = useFigures();
  const sides = useShownSides();
  const isStale = sides.some((side) => ({ a, b })[side].isStale);
  const [order, setOrder] = useState<Order>();
  const summaries = sides.map((side) => ({ side, summary: { a, b }[side].summary }));
  return (
    <div className={styles.frame} data-stale={isStale}>
      {isPart ? <SelectedPart /> : <Counting a={a} b={b} />}
      <table className={styles.table} aria-busy={isStale} data-figures>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <SummaryHead sides={sides} onOrder={(order) => setOrder(() => order)} />
        </thead>
        {ROW_GROUPS.map((group) => ({ ...group, rows: rowsFor(group.rows, summaries) })).map(
          ({ id, rows }) => (
            <tbody key={id}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={sides.length > 1 ? 5 : 2}>
                  {t(`groups.${id}`)}
                </th>
              </tr>
              {(order?.(rows, (row) => t(`rows.${row.id}`, nameFacts(summaries)), { a, b }) ?? rows).map(
                (row) => (
                  <TableRow key={row.id} row={row} summaries={summaries} />
                ),
              )}
            </tbody>
          ),
        )}
      </table>
      <ClosedLoopNote />
      <div className={styles.save}>
        <SaveFigures />
      </div>
    </div>
  );
}

function Counting({ a, b }: { readonly a: SideRun; readonly b: SideRun }) {
  const t = useTranslations('results');
  const words = useWords();
  const waiting = SIDES.find((side) => ({ a, b })[side].isStale);
  if (!waiting) return null;
  const { progress } = { a, b }[waiting];
  if (progress === 0) return a.summary ? null : <p className={styles.counting}>{t('noRun')}</p>;
  const percent = words.percent(Math.floor(progress * 100) / 100);
  return <p className={styles.counting}>{t('counting', { side: waiting.toUpperCase(), percent })}</p>;
}

interface TableRowProps {
  readonly row: Row;
  /** Of the visible sides. */
  readonly summaries: readonly { readonly side: SideName; readonly summary: RunResult | undefined }[];
}

function TableRow({ row, summaries }: TableRowProps) {
  const t = useTranslations('results');
  const label = t(`rows.${row.id}`, nameFacts(summaries));
  const [from, to] = summaries.map(({ summary }) => summary && row.read(summary));
  return (
    <tr>
      <th scope="row">
        <FigureHelp label={label} row={row} summaries={summaries} />
      </th>
      {summaries.map(({ side, summary }) => (
        <td key={side}>
          <FigureOf label={label} row={row} side={side} summary={summary} />
        </td>
      ))}
      {summaries.length > 1 &&
        (hasValue(from) && hasValue(to) && isComparable(row, summaries) ? (
          <Difference label={label} row={row} summaries={summaries} from={from} to={to} />
        ) : (
          <td colSpan={2} />
        ))}
    </tr>
  );
}

interface FigureOfProps {
  readonly label: string;
  readonly row: Row;
  readonly side: SideName;
  readonly summary: RunResult | undefined;
}

/** A metric of a side; text values need no explanation. */
function FigureOf({ label, row, side, summary }: FigureOfProps) {
  const t = useTranslations('results');
  if (!summary) return t('unknown');
  const value = <FigureValue row={row} summary={summary} />;
  if (row.unit === 'text') return value;
  return (
    <FigureHelp label={label} row={row} summaries={[{ side, summary }]}>
      {value}
    </FigureHelp>
  );
}

interface DifferenceProps extends TableRowProps {
  readonly label: string;
  readonly from: Valued;
  readonly to: Valued;
}

function Difference({ from, to, ...note }: DifferenceProps) {
  const { row } = note;
  const t = useTranslations('results');
  const words = useWords();
  const isOpen = !isDecided(verdictOf(from, to));
  if (from.value === to.value && !isOpen) return <td colSpan={2}>{t('same')}</td>;
  // A value that depends on the seed has no ratio: the note says what is needed.
  const few = note.summaries.flatMap(
    ({ summary }) => (summary && tooFewCompletionsFor(row.id, summary)) || [],
  )[0];
  const open = isOpen ? t('notComparable') : undefined;
  const needs = few ? t('needs', { count: few.needed }) : isSingle(row.id) ? t('single') : open;
  const ratio = needs ?? (row.unit === 'share' ? undefined : ratioText(from, to, words));
  const delta = deltaText(row.unit, from, to, words, (value) => t('points', { value }));
  return (
    <>
      <td className={needs && styles.few}>
        {delta !== undefined && (
          <FigureHelp {...note} isDifference>
            {delta}
          </FigureHelp>
        )}
      </td>
      <td className={needs ? styles.few : styles.ratio}>
        {ratio !== undefined && (
          <FigureHelp {...note} isDifference>
            {ratio}
          </FigureHelp>
        )}
      </td>
    </>
  );
}
