import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  type QuantityUnit,
  type Reason,
  reasonsOf,
  residualsOf,
  TOLERANCE,
  verdictOf,
} from '../bridge/workload/residual.ts';
import type { Table } from '../charts/chart.ts';
import { SaveChart } from '../lab/shared/SaveButton.tsx';
import { ProblemList } from '../ui/ProblemList.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import { Diagnosis } from './Diagnosis.tsx';
import styles from './Live.module.css';
import { machineOf, measurement } from './measurement-state.ts';
import { dateText, FORMATS, signed } from './words.ts';

/** Measurement, model, deviation, and its known causes. */
export function Residuals() {
  const t = useTranslations('real.residuals');
  const words = useWords();
  const measured = useStore(measurement, (state) => state.measured);
  const twin = useStore(measurement, (state) => state.twin);
  const machine = useStore(measurement, machineOf);
  const summary = twin?.summary;
  const residuals = useMemo(() => measured && residualsOf(measured, summary), [measured, summary]);
  if (!measured || !residuals) return null;
  const verdict = verdictOf(residuals);
  const text = (unit: QuantityUnit, value: number | undefined) =>
    value === undefined ? t('unknown') : FORMATS[unit](value, words);
  const table = (): Table => ({
    caption: t('title'),
    columns: [
      { title: t('columns.quantity'), unit: 'text' },
      { title: t('columns.unit'), unit: 'text' },
      { title: t('columns.measured'), unit: 'number' },
      { title: t('columns.model'), unit: 'number' },
      { title: t('columns.error'), unit: 'share' },
    ],
    rows: residuals.map(({ name, unit, measured: seen, model, error }) => [
      t(`quantities.${name}`),
      unit === 'number' ? undefined : unit,
      seen,
      model,
      error,
    ]),
  });
  return (
    <section className={styles.facts} aria-label={t('title')}>
      <h2 className={styles.heading}>{t('title')}</h2>
      {twin?.problem && <ProblemList problems={[twin.problem]} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('columns.quantity')}</th>
              <th scope="col">{t('columns.measured')}</th>
              <th scope="col">{t('columns.model')}</th>
              <th scope="col">{t('columns.error')}</th>
              <th scope="col">{t('columns.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {residuals.map(({ name, unit, measured: seen, model, error }) => (
              <tr key={name}>
                <th scope="row">{t(`quantities.${name}`)}</th>
                <td>{text(unit, seen)}</td>
                <td>{text(unit, model)}</td>
                <td>{error === undefined ? '' : signed(error, words)}</td>
                <td>
                  {error === undefined
                    ? ''
                    : t(Math.abs(error) > TOLERANCE ? 'isOff' : 'isWithin', {
                        share: words.percent(TOLERANCE),
                      })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <SaveChart
        chart={{
          id: 'reality-and-model',
          title: t('title'),
          description: verdict ? t(verdict, { share: words.percent(TOLERANCE) }) : t('title'),
          table,
        }}
      />
      {twin?.diagnosis && <Diagnosis found={twin.diagnosis} isCalibrated={twin.calibratedAt !== undefined} />}
      {verdict === 'off' && <Reasons reasons={reasonsOf(measured, residuals)} />}
      <p className={styles.soft}>
        {twin?.calibratedAt === undefined
          ? t('costs.standard', { machine })
          : t(twin.isRecorded ? 'costs.recorded' : 'costs.calibrated', {
              date: dateText(twin.calibratedAt, words),
            })}
      </p>
    </section>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const t = useTranslations('real.residuals.reasons');
  const words = useWords();
  const machine = useStore(measurement, machineOf);
  if (reasons.length === 0) return null;
  const sentence = (reason: Reason): string => {
    switch (reason.kind) {
      case 'clientFull':
        return t('clientFull', { share: words.percent(reason.share), machine });
      case 'machineFull':
        return t('machineFull', { cores: reason.cores });
      case 'relayLate':
        return t('relayLate', { time: words.duration(reason.us * 1000) });
      case 'batching':
        return t('batching', {
          measured: FORMATS.number(reason.measured, words),
          model: FORMATS.number(reason.model, words),
        });
      case 'tailOnly':
        return t('tailOnly', { p50: signed(reason.p50, words), p99: signed(reason.p99, words) });
    }
  };
  return (
    <>
      <h3>{t('title')}</h3>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason.kind}>{sentence(reason)}</li>
        ))}
      </ul>
    </>
  );
}
