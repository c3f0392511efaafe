import { useTranslations } from 'use-intl';
import { PLACES } from '../../model/analysis/phase-place.ts';
import styles from './RequestPath.module.css';
import { REQUEST_PATH, type RequestPathStep } from './request-path.ts';

/**
 * The path of a request through all phases: a drawing whose rows are those of a table, so that both agree.
 */
export function RequestPath() {
  const t = useTranslations('model.modelled.measured');
  const phases = useTranslations('phases');
  return (
    <table className={styles.way}>
      <caption>{t('caption')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('phase')}</th>
          <th scope="col">{t('where')}</th>
        </tr>
      </thead>
      <tbody>
        {REQUEST_PATH.map((step) => (
          <tr key={step.phase}>
            <td className={styles.place}>
              <Track step={step} />
            </td>
            <th scope="row">
              {phases(`names.${step.phase}`)}
              <code>{step.phase}</code>
            </th>
            <td>
              {phases(`at.${step.phase}`)}
              <small>
                {t(`places.${step.place}`)}
                {step.isOptional && <> · {t('optional')}</>}
              </small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The part of the line in one row. The drawing has the row's height, the mark stays round. */
function Track({ step: { line, isOptional } }: { readonly step: RequestPathStep }) {
  const [from, at, to] = line;
  return (
    <span className={styles.track}>
      <svg aria-hidden="true" viewBox={`0 0 ${PLACES.length} 2`} preserveAspectRatio="none">
        {PLACES.map((place, index) => (
          <path key={place} className={styles.lane} d={`M${index + 0.5} 0V2`} />
        ))}
        <path className={styles.line} d={`M${from} 0L${at} 1L${to} 2`} />
      </svg>
      <span
        className={styles.mark}
        data-hollow={isOptional}
        style={{ insetInlineStart: `${(at / PLACES.length) * 100}%` }}
      />
    </span>
  );
}
