import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { translatedSource } from '../../i18n/cost-sources.ts';
import { loadDefaultSources } from '../../i18n/explanations.ts';
import { valueText } from '../../lab/settings/value-text.ts';
import { PROVENANCES, type Provenance } from '../../model/scenario/cost-profiles.ts';
import { type Default, loadDefaults } from '../../model/scenario/defaults.ts';
import { useDeferred } from '../../ui/prompt.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { defaultRows } from './default-rows.ts';
import styles from './Model.module.css';
import { matchesQuery } from './matches-query.ts';

/** The default of every setting with its source, counted and searchable. */
export function Defaults() {
  const t = useTranslations('model.defaults');
  const { language } = useWords();
  const defaults = useLoaded(loadDefaults, language);
  return (
    <>
      <p>{t('intro')}</p>
      {defaults && <Search defaults={defaults} />}
    </>
  );
}

interface ShownRow {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly of: string;
  readonly value: string;
  readonly provenance: Provenance;
  readonly source: string;
  /** Whether there is no translation in the reader's language. */
  readonly isEnglish: boolean;
}

/** The rows in the reader's language. */
function useRows(defaults: readonly Default[]): readonly ShownRow[] {
  const words = useWords();
  const sources = useLoaded(loadDefaultSources, words.language);
  return useMemo(
    () =>
      defaultRows(defaults).map((row): ShownRow => {
        const { path, field, valueField, choice, provenance } = row;
        const translated = sources && translatedSource(sources, row.source);
        return {
          id: [path, ...(row.of ?? [])].join(' '),
          path,
          name: words.field(field),
          of: (row.of ?? []).map((kind) => (choice ? words.choice(choice, kind) : kind)).join(', '),
          value: valueText(valueField, row.default, words),
          provenance,
          source: translated ?? row.source,
          isEnglish: translated === undefined,
        };
      }),
    [defaults, sources, words],
  );
}

function Search({ defaults }: { readonly defaults: readonly Default[] }) {
  const t = useTranslations('model.defaults');
  const costs = useTranslations('model.costs');
  const [kind, setKind] = useState<Provenance | ''>('');
  const [query, setQuery] = useState('');
  const wanted = useDeferred(query);
  const id = useId();
  const rows = useRows(defaults);
  const kinds = PROVENANCES.filter((name) => rows.some(({ provenance }) => provenance === name));
  const shown = rows.filter(
    ({ name, of, path, value, source, provenance }) =>
      (kind === '' || provenance === kind) && matchesQuery([name, of, path, value, source], wanted),
  );
  return (
    <>
      <search className={styles.filter}>
        <label htmlFor={id}>{costs('filter.provenance')}</label>
        <select id={id} value={kind} onChange={({ target }) => setKind(target.value as Provenance | '')}>
          <option value="">{costs('filter.any')}</option>
          {kinds.map((name) => (
            <option key={name} value={name}>
              {costs(`provenance.${name}`)}
            </option>
          ))}
        </select>
        <input
          type="search"
          autoComplete="off"
          aria-label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <p role="status">{t('count', { count: shown.length, total: rows.length })}</p>
      </search>
      {shown.length === 0 ? <p>{t('none')}</p> : <DefaultTable rows={shown} />}
    </>
  );
}

function DefaultTable({ rows }: { readonly rows: readonly ShownRow[] }) {
  const t = useTranslations('model.defaults');
  const costs = useTranslations('model.costs');
  return (
    <table className={`${styles.table} ${styles.costs}`}>
      <caption className="visually-hidden">{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('setting')}</th>
          <th scope="col">{costs('columns.value')}</th>
          <th scope="col">{costs('columns.source')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, path, name, of, value, provenance, source, isEnglish }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <code>{path}</code>
              {of && <small>{of}</small>}
            </th>
            <td>{value}</td>
            <td>
              <b data-provenance={provenance}>{costs(`provenance.${provenance}`)}</b>{' '}
              <span lang={isEnglish ? 'en' : undefined}>{source}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
