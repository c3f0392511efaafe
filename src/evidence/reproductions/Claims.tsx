import { group } from 'd3-array';
import { memo, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OUTCOMES, type Outcome } from '../../charts/claim-outcomes.ts';
import { inLanguage, LANGUAGES } from '../../lib/languages.ts';
import { useDeferred } from '../../ui/prompt.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { useStore } from '../../ui/use-store.ts';
import { ClaimCard } from './ClaimCard.tsx';
import styles from './Claims.module.css';
import { CountAgain } from './CountAgain.tsx';
import { countClaims } from './evidence.ts';
import { type AnsweredClaim, evidence } from './evidence-state.ts';
import { VerdictsFigure } from './VerdictsFigure.tsx';
import { OUTCOME_OF } from './verdicts.ts';

/** Cards that render in one task; about as many as a screen shows. */
const CLAIMS_AT_ONCE = 10;

/** All claims: filters, search in both languages, repetition. */
export function Claims() {
  const t = useTranslations('evidence');
  const { language } = useWords();
  // In small steps: the cards and the chart of all claims take long.
  const claims = useDeferred(useStore(evidence, (state) => state.claims));
  const [topic, setTopic] = useState('');
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const [query, setQuery] = useState('');
  const wanted = useDeferred(query);
  const id = useId();
  const topics = useMemo(
    () => [...new Map(claims.map((claim) => [claim.topic.id, claim.topic])).values()],
    [claims],
  );
  const shown = useMemo(
    () =>
      claims.filter(
        (claim) =>
          (topic === '' || claim.topic.id === topic) &&
          (outcome === '' || OUTCOME_OF[claim.verdict] === outcome) &&
          matchesQuery(claim, wanted),
      ),
    [claims, topic, outcome, wanted],
  );
  return (
    <div className={styles.claims}>
      <search className={styles.filters}>
        <span className={styles.filter}>
          <label htmlFor={`${id}topic`}>{t('filter.topic')}</label>
          <Select
            id={`${id}topic`}
            value={topic}
            options={[
              { id: '', title: t('filter.all') },
              ...topics.map((option) => ({ id: option.id, title: inLanguage(option.title, language) })),
            ]}
            onChoose={setTopic}
          />
        </span>
        <span className={styles.filter}>
          <label htmlFor={`${id}outcome`}>{t('filter.outcome')}</label>
          <Select
            id={`${id}outcome`}
            value={outcome}
            options={[
              { id: '', title: t('filter.all') },
              ...OUTCOMES.map((id) => ({ id, title: t(`outcomes.${id}`) })),
            ]}
            onChoose={setOutcome}
          />
        </span>
        <label htmlFor={`${id}query`} className="visually-hidden">
          {t('filter.search')}
        </label>
        <input
          id={`${id}query`}
          type="search"
          autoComplete="off"
          placeholder={t('filter.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span role="status">{t('filter.count', { count: shown.length, total: claims.length })}</span>
      </search>
      <VerdictsFigure claims={shown} />
      <CountAgain
        kind="claims"
        total={shown.filter(({ runs }) => runs.length > 0).length}
        onStart={() =>
          void countClaims(shown.filter(({ runs }) => runs.length > 0).map(({ claim }) => claim.id))
        }
      />
      <ClaimGroups claims={shown} />
    </div>
  );
}

/** The claims by topic. They appear in parts: there are two hundred of them. */
const ClaimGroups = memo(function ClaimGroups({ claims }: { readonly claims: readonly AnsweredClaim[] }) {
  const { language } = useWords();
  const count = useGrowing(claims.length, CLAIMS_AT_ONCE);
  const groups = useMemo(() => group(claims, ({ topic }) => topic.id), [claims]);
  let free = count;
  return [...groups].map(([id, ofTopic]) => {
    const drawn = ofTopic.slice(0, Math.max(0, free));
    free -= ofTopic.length;
    const [first] = drawn;
    return (
      first && (
        <section key={id}>
          <h3 className={styles.topic}>{inLanguage(first.topic.title, language)}</h3>
          <div className={styles.cards}>
            {drawn.map((answered) => (
              <ClaimCard key={answered.claim.id} answered={answered} />
            ))}
          </div>
        </section>
      )
    );
  });
});

/** Whether every search word is in the claim, in any language. */
function matchesQuery({ claim, topic }: AnsweredClaim, query: string): boolean {
  const texts = LANGUAGES.flatMap((language) => [
    inLanguage(claim.statement, language),
    claim.because && inLanguage(claim.because, language),
    claim.notCompared && inLanguage(claim.notCompared, language),
    claim.fitted && inLanguage(claim.fitted, language),
    inLanguage(topic.title, language),
  ]);
  const text = [claim.id, claim.source, ...texts].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
