import { useTranslations } from 'use-intl';
import { valueText } from '../../lab/settings/value-text.ts';
import { CostSource } from '../../ui/Explanation.tsx';
import { useWords } from '../../ui/texts.tsx';
import type { CostRow } from './cost-rows.ts';
import styles from './Model.module.css';

export interface CostTableProps {
  readonly rows: readonly CostRow[];
  /** Names of profiles, where several are shown. */
  readonly nameOf: ((profile: string) => string) | undefined;
}

/** Costs with their values and sources as in the profile. */
export function CostTable({ rows, nameOf }: CostTableProps) {
  const t = useTranslations('model.costs');
  const words = useWords();
  if (rows.length === 0) return <p>{t('none')}</p>;
  return (
    <table className={`${styles.table} ${styles.costs}`}>
      <caption className="visually-hidden">{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.cost')}</th>
          <th scope="col">{t('columns.value')}</th>
          <th scope="col">{t('columns.source')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ profile, id, field, cost }) => (
          <tr key={`${profile} ${id}`}>
            <th scope="row">
              {words.field(field)}
              <code>{id}</code>
              {nameOf && <small>{nameOf(profile)}</small>}
            </th>
            <td>{valueText(field, cost.value, words)}</td>
            <td>
              <b data-provenance={cost.provenance}>{t(`provenance.${cost.provenance}`)}</b>{' '}
              <CostSource source={cost.source} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
