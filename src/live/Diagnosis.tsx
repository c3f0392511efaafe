import { useTranslations } from 'use-intl';
import type { Table } from '../charts/chart.ts';
import { prose } from '../charts/prose.ts';
import { SaveChart } from '../lab/shared/SaveButton.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Diagnosis as Found, Trial } from './calibration/mismatch-causes.ts';
import styles from './Live.module.css';
import { machineOf, measurement } from './measurement-state.ts';
import { FORMATS, signed } from './words.ts';

const rounded = (share: number): number => Math.round(share * 100) / 100;
const NOTHING = 0.005;

interface Props {
  readonly found: Found | 'running';
  readonly isCalibrated: boolean;
}

/** The mechanism that the model most likely lacks or costs wrongly, with evidence and trial. */
export function Diagnosis({ found, isCalibrated }: Props) {
  const t = useTranslations('real.diagnosis');
  const machine = useStore(measurement, machineOf);
  const words = useWords();
  if (found === 'running') return <p role="status">{t('running')}</p>;
  const { trials, likeliest, together } = found;
  const share = (value: number) =>
    value < -NOTHING ? signed(rounded(value), words) : words.percent(Math.max(0, rounded(value)));
  const facts = ({ unit, measured, model, perSec, explains }: Trial) => ({
    measured: FORMATS[unit](measured, words),
    model: FORMATS[unit](model, words),
    rate: words.count(Math.round(perSec)),
    share: share(explains),
  });
  const table = (): Table => ({
    caption: t('table'),
    columns: [
      { title: t('columns.mechanism'), unit: 'text' },
      { title: t('columns.unit'), unit: 'text' },
      { title: t('columns.measured'), unit: 'number' },
      { title: t('columns.model'), unit: 'number' },
      { title: t('columns.rate'), unit: '1/s' },
      { title: t('columns.explains'), unit: 'share' },
    ],
    rows: trials.map(({ mechanism, unit, measured, model, perSec, explains }) => [
      t(`mechanisms.${mechanism}.quantity`),
      unit === 'number' ? undefined : unit,
      measured,
      model,
      perSec,
      explains,
    ]),
  });
  return (
    <>
      <h3>{t('title')}</h3>
      {likeliest ? (
        <p>
          <strong>{t(`mechanisms.${likeliest.mechanism}.name`)}</strong>{' '}
          {prose([
            t(`mechanisms.${likeliest.mechanism}.evidence`, facts(likeliest)),
            t('tried', facts(likeliest)),
          ])}
        </p>
      ) : (
        <p>{t('none')}</p>
      )}
      {together && (
        <p>
          {t('together', {
            rate: words.count(Math.round(together.perSec)),
            share: share(together.explains),
          })}
        </p>
      )}
      {trials.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
        <section className={styles.scroll} aria-label={t('table')} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{t('table')}</caption>
            <thead>
              <tr>
                {(['mechanism', 'measured', 'model', 'rate', 'explains'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`columns.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trials.map((trial) => {
                const { measured, model, rate, share } = facts(trial);
                return (
                  <tr key={trial.mechanism}>
                    <th scope="row">{t(`mechanisms.${trial.mechanism}.quantity`)}</th>
                    <td>{measured}</td>
                    <td>{model}</td>
                    <td>{rate}</td>
                    <td>{share}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
      {trials.length > 0 && (
        <SaveChart
          chart={{ id: 'mechanisms', title: t('table'), description: `${t('title')}. ${t('method')}`, table }}
        />
      )}
      <p className={styles.soft}>{prose([t('method'), isCalibrated ? t('calibrated', { machine }) : ''])}</p>
    </>
  );
}
