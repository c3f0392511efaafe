import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { fields } from '../../model/scenario/fields.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Column, isTime, ROLES } from '../imports/csv.ts';
import { chooseColumns } from '../imports/overlays.ts';
import { overlays } from '../imports/overlays-state.ts';
import { TIME_UNITS } from '../imports/units.ts';
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
                <Select
                  label={t('meansOf', { title: column.title })}
                  value={column.role}
                  options={ROLES.map((id) => ({ id, title: t(`roles.${id}`) }))}
                  onChoose={(role) => change(index, { role })}
                />{' '}
                {column.role === 'at' && (
                  <Select
                    label={t('fieldOf', { title: column.title })}
                    value={column.path ?? ''}
                    options={[
                      { id: '', title: t('noField') },
                      ...numeric.map((field) => ({
                        id: field.path,
                        title: `${words.field(field)} (${field.path})`,
                      })),
                    ]}
                    onChoose={(path) => change(index, { path })}
                  />
                )}
                {isTime(column.role) && (
                  <Select
                    label={t('unitOf', { title: column.title })}
                    value={column.unit ?? ''}
                    placeholder={t('noUnit')}
                    options={TIME_UNITS.map((id) => ({ id, title: id === 'us' ? 'µs' : id }))}
                    onChoose={(unit) => change(index, { unit, basis: 'answer' })}
                  />
                )}{' '}
                {column.role === 'percentile' && (
                  <Select
                    label={t('shareOf', { title: column.title })}
                    value={String(column.share ?? 0.5)}
                    options={[...new Set([...SHARES, column.share ?? 0.5])]
                      .sort()
                      .map((share) => ({ id: String(share), title: `p${words.number(100 * share)}` }))}
                    onChoose={(share) => change(index, { share: Number(share) })}
                  />
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
