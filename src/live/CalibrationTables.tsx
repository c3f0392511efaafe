import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Cell, Table as TableData, Unit } from '../charts/chart.ts';
import { SaveChart } from '../lab/shared/SaveButton.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import { calibration, shownCalibration } from './calibration/calibration-state.ts';
import { type CostLine, costLines, errorOf, medianError } from './calibration/calibration-tables.ts';
import { isTime } from './calibration/costs.ts';
import type { Point } from './calibration/points.ts';
import styles from './Live.module.css';
import { signed, usePointText } from './words.ts';

/** The result of a calibration: the costs next to the defaults, their measurements, and predictions. */
export function CalibrationTables() {
  const t = useTranslations('real.calibration');
  const words = useWords();
  const found = useStore(calibration, shownCalibration);
  if (!found) return null;
  const middle = medianError(found.foreseen);
  const lines = costLines(found);
  return (
    <section className={styles.facts} aria-label={t('found')}>
      <h2 className={styles.heading}>{t('found')}</h2>
      {found.cores === 1 && found.machine.cores > 1 && <p className={styles.soft}>{t('oneCore')}</p>}
      <p className={styles.soft}>{t('relay', { time: words.duration(found.relayUs * 1000) })}</p>
      <Costs lines={lines} />
      {lines.some(({ uncertainty }) => uncertainty === undefined) && (
        <p className={styles.soft}>{t('undecidedNote')}</p>
      )}
      <Rates name="foreseen" rows={found.foreseen} />
      {middle !== undefined && (
        <p role="status">
          {t('median', { count: middle.count, share: words.percent(middle.share) })}{' '}
          {middle.free && t('free', { count: middle.free.count, share: words.percent(middle.free.share) })}{' '}
          {middle.disturbed > 0 && t('disturbed', { count: middle.disturbed })}
        </p>
      )}
      <Rates name="explained" rows={found.explained} />
    </section>
  );
}

function Costs({ lines }: { readonly lines: readonly CostLine[] }) {
  const t = useTranslations('real.calibration');
  const words = useWords();
  const amount = (cost: string, value: number) =>
    isTime(cost) ? `${words.number(value)} ns` : words.number(value);
  return (
    <Table
      id="costs"
      caption={t('costs.caption')}
      columns={(['cost', 'payer', 'standard', 'here', 'uncertainty'] as const).map((name) =>
        t(`costs.${name}`),
      )}
      // In the export a row says its unit itself: a cache has a size, not a time.
      units={['text', 'text', 'number', 'number', 'share']}
      cells={lines.map(({ cost, payer, standard, calibrated, uncertainty }) => [
        `${words.labelOf(`costs.overrides.${cost}`) ?? cost}${isTime(cost) ? ', ns' : ''}`,
        t(`payers.${payer}`),
        standard,
        calibrated,
        uncertainty,
      ])}
    >
      {lines.map(({ cost, payer, standard, calibrated, uncertainty }) => (
        <tr key={cost}>
          <th scope="row">{words.labelOf(`costs.overrides.${cost}`) ?? cost}</th>
          <td>{t(`payers.${payer}`)}</td>
          <td>{amount(cost, standard)}</td>
          <td>{amount(cost, calibrated)}</td>
          <td>{uncertainty === undefined ? t('undecided') : `± ${words.percent(uncertainty)}`}</td>
        </tr>
      ))}
    </Table>
  );
}

interface Rate extends Point {
  readonly perSec: number;
  readonly seen: number | null;
}

/** Modelled rates next to measured ones: predictions list the model first, fits the measurement. */
function Rates({ name, rows }: { readonly name: 'foreseen' | 'explained'; readonly rows: readonly Rate[] }) {
  const t = useTranslations('real.calibration');
  const words = useWords();
  const pointText = usePointText();
  const order = name === 'foreseen' ? (['model', 'seen'] as const) : (['seen', 'model'] as const);
  const rate = (value: number | null) => (value === null ? '' : words.count(Math.round(value)));
  return (
    <Table
      id={name}
      caption={t(`${name}.caption`)}
      columns={(['point', ...order, 'error'] as const).map((column) => t(`${name}.${column}`))}
      units={['text', '1/s', '1/s', 'share']}
      cells={rows.map((row) => [
        pointText(row),
        ...order.map((column) => (column === 'model' ? row.perSec : (row.seen ?? undefined))),
        errorOf(row),
      ])}
    >
      {rows.map((row) => {
        const error = errorOf(row);
        return (
          <tr key={JSON.stringify([row.question, row.isHeld])}>
            <th scope="row">{pointText(row)}</th>
            {order.map((column) => (
              <td key={column}>{rate(column === 'model' ? row.perSec : row.seen)}</td>
            ))}
            <td>{error === undefined ? '' : signed(error, words)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

interface TableProps {
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly string[];
  /** For a file, not rounded: the unit of each column, and the rows. */
  readonly units: readonly Unit[];
  readonly cells: readonly (readonly Cell[])[];
  readonly children: ReactNode;
}

function Table({ id, caption, columns, units, cells, children }: TableProps) {
  const saved = (): TableData => ({
    caption,
    columns: columns.map((title, at) => ({ title, unit: units[at] ?? 'text' })),
    rows: cells,
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.scroll} aria-label={caption} tabIndex={0}>
        <table className={styles.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
      <SaveChart chart={{ id: `calibration-${id}`, title: caption, description: caption, table: saved }} />
    </>
  );
}
