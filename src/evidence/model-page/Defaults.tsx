import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadExplanations, loadProvenances } from '../../i18n/explanations.ts';
import { valueText } from '../../lab/settings/value-text.ts';
import type { Language } from '../../lib/languages.ts';
import { matchesQuery } from '../../lib/matches-query.ts';
import { PROVENANCES, type Provenance } from '../../model/scenario/cost-profiles.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { useDeferred } from '../../ui/prompt.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { type DefaultSources, defaultRows, kindOf } from './default-rows.ts';
import styles from './Model.module.css';

const loadSources = async (language: Language): Promise<DefaultSources> => {
  const [{ sources }, provenances] = await Promise.all([loadExplanations(language), loadProvenances()]);
  return { sources, provenances };
};

/** The default of every setting with its source, counted and searchable. */
export function Defaults() {
  const t = useTranslations('model.defaults');
  const { language } = useWords();
  const sources = useLoaded(loadSources, language);
  return (
    <>
      <p>{t('intro')}</p>
      {sources && <Search sources={sources} />}
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
}

/** The rows in the reader's language. */
function useRows(sources: DefaultSources): readonly ShownRow[] {
  const words = useWords();
  return useMemo(
    () =>
      defaultRows(sources).map((row, _, rows): ShownRow => {
        const { path, field, valueField, provenance, source } = row;
        const kind = kindOf(row, rows);
        const choice = kind && fieldNamed(kind.path);
        return {
          id: [path, kind?.is].join(' '),
          path,
          name: words.field(field),
          of: choice ? words.choice(choice, kind.is) : '',
          value: valueText(valueField, row.default, words),
          provenance,
          source,
        };
      }),
    [sources, words],
  );
}

function Search({ sources }: { readonly sources: DefaultSources }) {
  const t = useTranslations('model.defaults');
  const costs = useTranslations('model.costs');
  const [kind, setKind] = useState<Provenance | ''>('');
  const [query, setQuery] = useState('');
  const wanted = useDeferred(query);
  const id = useId();
  const rows = useRows(sources);
  const kinds = PROVENANCES.filter((name) => rows.some(({ provenance }) => provenance === name));
  const shown = rows.filter(
    ({ name, of, path, value, source, provenance }) =>
      (kind === '' || provenance === kind) && matchesQuery([name, of, path, value, source], wanted),
  );
  return (
    <>
      <search className={styles.filter}>
        <label htmlFor={id}>{costs('filter.provenance')}</label>
        <Select
          id={id}
          value={kind}
          options={[
            { id: '', title: costs('filter.any') },
            ...kinds.map((id) => ({ id, title: costs(`provenance.${id}`) })),
          ]}
          onChoose={setKind}
        />
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
        {rows.map(({ id, path, name, of, value, provenance, source }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <code>{path}</code>
              {of && <small>{of}</small>}
            </th>
            <td>{value}</td>
            <td>
              <b data-provenance={provenance}>{costs(`provenance.${provenance}`)}</b> {source}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
