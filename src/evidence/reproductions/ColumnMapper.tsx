import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { fields } from '../../model/scenario/fields.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Column, isTime, ROLES, type Role } from '../imports/csv.ts';
import { chooseColumns } from '../imports/overlays.ts';
import { overlays } from '../imports/overlays-state.ts';
import { TIME_UNITS, type TimeUnit } from '../imports/units.ts';
import styles from './Overlays.module.css';

const SHARES = [0.5, 0.9, 0.95, 0.99, 0.999, 0.9999] as const;

/** The roles of a table's columns: presumed, and editable here. */
export function ColumnMapper({ id }: { readonly id: string }) {
  const t = useTranslations('evidence.files.mapper');
  const words = useWords();
  const mapped = useStore(overlays, (state) => state.tables[id]);
  const problem = mapped?.problem;
  const problems = useMemo(() => (problem ? [problem] : []), [problem]);
  if (!mapped) return null;
  const { columns, sample } = mapped.table;
  const change = (index: number, part: Partial<Column>) =>
    void chooseColumns(
      id,
      columns.map((column, at) => (at === index ? { ...column, ...part } : column)),
    );
  const numeric = fields.filter(({ kind }) => kind === 'integer' || kind === 'number');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.mapper} tabIndex={0} aria-label={t('caption')}>
      <table>
        <caption>{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('means')}</th>
            <th scope="col">{t('sample')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
            <tr key={index}>
              <th scope="row">{column.title}</th>
              <td>
                <select
                  aria-label={t('meansOf', { title: column.title })}
                  value={column.role}
                  onChange={(event) => change(index, { role: event.target.value as Role })}
                >
                  {ROLES.map((role) => (
                    <option key={role} value={role}>
                      {t(`roles.${role}`)}
                    </option>
                  ))}
                </select>{' '}
                {column.role === 'at' && (
                  <select
                    aria-label={t('fieldOf', { title: column.title })}
                    value={column.path ?? ''}
                    onChange={(event) => change(index, { path: event.target.value })}
                  >
                    <option value="">{t('noField')}</option>
                    {numeric.map((field) => (
                      <option key={`${field.path} ${field.key}`} value={field.path}>
                        {words.field(field)} ({field.path})
                      </option>
                    ))}
                  </select>
                )}
                {isTime(column.role) && (
                  <select
                    aria-label={t('unitOf', { title: column.title })}
                    value={column.unit ?? ''}
                    onChange={(event) =>
                      change(index, { unit: event.target.value as TimeUnit, basis: 'answer' })
                    }
                  >
                    {column.unit === undefined && <option value="">{t('noUnit')}</option>}
                    {TIME_UNITS.map((unit) => (
                      <option key={unit} value={unit}>
                        {unit === 'us' ? 'µs' : unit}
                      </option>
                    ))}
                  </select>
                )}{' '}
                {column.role === 'percentile' && (
                  <select
                    aria-label={t('shareOf', { title: column.title })}
                    value={column.share ?? 0.5}
                    onChange={(event) => change(index, { share: Number(event.target.value) })}
                  >
                    {[...new Set([...SHARES, column.share ?? 0.5])].sort().map((share) => (
                      <option key={share} value={share}>
                        p{words.number(100 * share)}
                      </option>
                    ))}
                  </select>
                )}
              </td>
              <td>{sample.map((cells) => cells[index]).join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ProblemList problems={problems} takesFocus />
    </section>
  );
}
