import { useTranslations } from 'use-intl';
import { type Direction, LEFT_OUT, type LeftOutId } from './left-out.ts';
import styles from './Model.module.css';

/** Signs next to the words, for quick reading. */
const SIGNS: Readonly<Record<Direction, string>> = {
  faster: '▲',
  slower: '▼',
  either: '◆',
  none: '=',
  refused: '✕',
};

/** Simplifications of the model, and their effect on the numbers. */
export function LeftOut() {
  const t = useTranslations('model.leftOut');
  return (
    <>
      <p>{t('intro')}</p>
      <table className={styles.table}>
        <caption>{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.what')}</th>
            <th scope="col">{t('columns.effect')}</th>
          </tr>
        </thead>
        {Object.entries(LEFT_OUT).map(([subject, rows]) => (
          <tbody key={subject}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={2}>
                {t(`subjects.${subject as keyof typeof LEFT_OUT}`)}
              </th>
            </tr>
            {Object.entries(rows).map(([id, direction]) => (
              <tr key={id}>
                <th scope="row">{t(`rows.${id as LeftOutId}.what`)}</th>
                <td>
                  <b className={styles.direction}>
                    <span aria-hidden="true">{SIGNS[direction]}</span> {t(`directions.${direction}`)}
                  </b>
                  {t(`rows.${id as LeftOutId}.effect`)}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
