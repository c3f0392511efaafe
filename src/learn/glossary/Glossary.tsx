import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from 'wouter';
import { loadTerms, type TermTexts } from '../../i18n/terms.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import styles from './Glossary.module.css';
import { TermBody } from './TermBody.tsx';
import { TERM_GROUPS, TERMS, type Term } from './terms.ts';

/** All terms by group; `#/glossary/<id>` leads to one. */
export function Glossary() {
  const { language } = useWords();
  const texts = useLoaded(loadTerms, language);
  return <>{texts && <Page texts={texts} />}</>;
}

function Page({ texts }: { readonly texts: TermTexts }) {
  const t = useTranslations('glossary');
  const { id } = useParams();
  const [query, setQuery] = useState('');
  const field = useId();
  const found = TERMS.filter((term) => matchesQuery(texts, term, query));
  usePageTitle(t('title'));
  // Scrolls to the term of the address.
  useEffect(() => {
    const entry = id === undefined ? null : document.getElementById(`term-${id}`);
    entry?.focus({ preventScroll: true });
    entry?.scrollIntoView({ block: 'center' });
  }, [id]);
  return (
    <div className={styles.page}>
      <div className={styles.glossary}>
        <header className={styles.header}>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
          <label htmlFor={field} className="visually-hidden">
            {t('search')}
          </label>
          <input
            id={field}
            className={styles.search}
            type="search"
            autoComplete="off"
            placeholder={t('search')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p role="status" className={styles.count}>
            {t('found', { count: found.length })}
          </p>
        </header>
        {TERM_GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            terms={found.filter((term) => term.group === group)}
            texts={texts}
          />
        ))}
      </div>
    </div>
  );
}

/** Every search word must occur in a name or in the text. */
function matchesQuery(texts: TermTexts, { id }: Term, query: string): boolean {
  const text = texts[id];
  if (!text) return false;
  const all = [id, text.name, text.other, text.text, text.more, text.marks].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

interface GroupProps {
  readonly group: Term['group'];
  readonly terms: readonly Term[];
  readonly texts: TermTexts;
}

function Group({ group, terms, texts }: GroupProps) {
  const t = useTranslations('glossary.group');
  const title = useId();
  if (terms.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={title}>
      <h2 id={title}>{t(group)}</h2>
      <ul className={styles.terms}>
        {terms.map((term) => {
          const text = texts[term.id];
          return (
            text && (
              <li key={term.id} id={`term-${term.id}`} className={styles.term} tabIndex={-1}>
                <TermBody term={term} text={text} heading="h3" />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
