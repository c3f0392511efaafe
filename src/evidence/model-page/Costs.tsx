import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadSources, translatedSource } from '../../i18n/cost-sources.ts';
import { matchesQuery } from '../../lib/matches-query.ts';
import {
  type CostProfile,
  loadProfiles,
  PROVENANCES,
  type Provenance,
} from '../../model/scenario/cost-profiles.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { Explanation } from '../../ui/Explanation.tsx';
import { useDeferred } from '../../ui/prompt.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { CostTable } from './CostTable.tsx';
import { BASE, costRows, countsOf } from './cost-rows.ts';
import styles from './Model.module.css';

const profileField = fieldNamed('costs.profile');

/** Every cost of every profile with its source, counted and searchable. */
export function Costs() {
  const t = useTranslations('model.costs');
  const words = useWords();
  const profiles = useLoaded(loadProfiles, words.language);
  return (
    <>
      <p>{t('intro')}</p>
      <h3>{t('kinds')}</h3>
      <dl className={styles.kinds}>
        {PROVENANCES.map((kind) => (
          <div key={kind}>
            <dt>{t(`provenance.${kind}`)}</dt>
            <dd>{t(`provenances.${kind}`)}</dd>
          </div>
        ))}
      </dl>
      {profiles && <Summary profiles={profiles} />}
      {profiles && <Search profiles={profiles} />}
    </>
  );
}

interface CostsProps {
  readonly profiles: readonly CostProfile[];
}

/** The name of a profile in the reader's language. */
function useProfileName(): (profile: string) => string {
  const words = useWords();
  return (profile) => (profileField ? words.choice(profileField, profile) : profile);
}

function Summary({ profiles }: CostsProps) {
  const t = useTranslations('model.costs');
  const { count } = useWords();
  const nameOf = useProfileName();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.scroll} tabIndex={0} aria-label={t('summary')}>
      <table className={styles.numbers}>
        <caption>{t('summary')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('profile')}</th>
            {PROVENANCES.map((kind) => (
              <th key={kind} scope="col">
                {t(`provenance.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile) => {
            const counts = countsOf(profile);
            return (
              <tr key={profile.name}>
                <th scope="row">
                  {nameOf(profile.name)}
                  {profileField && (
                    <small>
                      <Explanation field={profileField} choice={profile.name} />
                    </small>
                  )}
                </th>
                {PROVENANCES.map((kind) => (
                  <td key={kind}>{count(counts[kind])}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Search({ profiles }: CostsProps) {
  const t = useTranslations('model.costs');
  const words = useWords();
  const nameOf = useProfileName();
  const [profile, setProfile] = useState<string>(BASE);
  const [kind, setKind] = useState<Provenance | ''>('');
  const [query, setQuery] = useState('');
  const wanted = useDeferred(query);
  const id = useId();
  const sources = useLoaded(loadSources, words.language);
  const rows = useMemo(() => costRows(profiles, profile), [profiles, profile]);
  const shown = rows.filter(
    (row) =>
      (kind === '' || row.cost.provenance === kind) &&
      matchesQuery(
        [
          words.field(row.field),
          nameOf(row.profile),
          row.id,
          row.cost.source,
          (sources && translatedSource(sources, row.cost.source)) ?? '',
        ],
        wanted,
      ),
  );
  return (
    <>
      <search className={styles.filter}>
        <label htmlFor={`${id}-profile`}>{t('filter.profile')}</label>
        <Select
          id={`${id}-profile`}
          value={profile}
          options={[
            ...profiles.map(({ name }) => ({ id: name, title: nameOf(name) })),
            { id: '', title: t('filter.all') },
          ]}
          onChoose={setProfile}
        />
        <label htmlFor={`${id}-kind`}>{t('filter.provenance')}</label>
        <Select
          id={`${id}-kind`}
          value={kind}
          options={[
            { id: '', title: t('filter.any') },
            ...PROVENANCES.map((id) => ({ id, title: t(`provenance.${id}`) })),
          ]}
          onChoose={setKind}
        />
        <input
          type="search"
          autoComplete="off"
          aria-label={t('filter.search')}
          placeholder={t('filter.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <p role="status">{t('filter.count', { count: shown.length, total: rows.length })}</p>
      </search>
      {profile === '' && <p className={styles.note}>{t('own', { base: nameOf(BASE) })}</p>}
      <CostTable rows={shown} nameOf={profile === '' ? nameOf : undefined} />
    </>
  );
}
