import { memo, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { StagePicture } from '../../lab/picture/StagePicture.tsx';
import { inLanguage } from '../../lib/languages.ts';
import { ButtonWithReason } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { CheckTable, foundText, rangeText } from './CheckTable.tsx';
import styles from './ClaimCard.module.css';
import { ClaimRuns } from './ClaimRuns.tsx';
import { countClaims } from './evidence.ts';
import { scenarioOfRun } from './evidence-in-lab.ts';
import { type AnsweredClaim, evidence } from './evidence-state.ts';
import { useNumberWords } from './use-number-words.ts';
import { Verdict } from './Verdict.tsx';
import { checkedValues, headline, OUTCOME_OF, shareOff } from './verdicts.ts';

/** The first system of a claim as a small still of the stage; nothing for a claim without runs. */
function ClaimPicture({ answered: { topic, runs } }: { readonly answered: AnsweredClaim }) {
  const name = runs[0]?.name;
  const key = runs[0]?.keys[0] ?? '';
  const scenarios = useCallback(async () => {
    const scenario = name && (await scenarioOfRun({ topic: topic.id, name, key }));
    return scenario ? [scenario] : [];
  }, [topic, name, key]);
  return name === undefined ? null : (
    <div className={styles.picture}>
      <StagePicture scenarios={scenarios} />
    </div>
  );
}

/** A claim about real systems, with the model's result. */
export const ClaimCard = memo(function ClaimCard({ answered }: { readonly answered: AnsweredClaim }) {
  const t = useTranslations('evidence');
  const { language } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { claim, verdict } = answered;
  return (
    <article className={styles.card} aria-label={claim.id}>
      <div className={styles.statement}>
        <h4>{inLanguage(claim.statement, language)}</h4>
        <ClaimPicture answered={answered} />
      </div>
      <p className={styles.origin}>
        <Verdict outcome={OUTCOME_OF[verdict]} />
        <span>
          <code>{claim.id}</code> · {claim.source} · {t(`kinds.${claim.kind}`)}
        </span>
      </p>
      <Headline answered={answered} />
      {claim.because && (
        <p className={styles.because}>
          <strong>{t(claim.status === 'failing' ? 'whyFails' : 'whyNot')}</strong>{' '}
          {inLanguage(claim.because, language)}
        </p>
      )}
      <Strictness answered={answered} />
      {(['notCompared', 'fitted'] as const).map(
        (name) =>
          claim[name] && (
            <p key={name} className={styles.because}>
              <strong>{t(name)}</strong> {inLanguage(claim[name], language)}
            </p>
          ),
      )}
      {(claim.checks?.length ?? 0) + (claim.heldBy?.length ?? 0) > 0 && (
        <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{t('details')}</summary>
          {isOpen && <Details answered={answered} />}
        </details>
      )}
    </article>
  );
});

/** The change of a cost that makes the claim fail, or why no change does. */
function Strictness({ answered }: { readonly answered: AnsweredClaim }) {
  const t = useTranslations('evidence');
  const words = useNumberWords();
  const { claim, verdict, breaks } = answered;
  const reasons = [...new Set((claim.checks ?? []).flatMap(({ byConstruction }) => byConstruction ?? []))];
  return (
    <>
      {breaks && (
        <p className={styles.because}>
          <strong>{t('breaks')}</strong> <code>{breaks.cost}</code> × {words.number(breaks.factor)}
        </p>
      )}
      {verdict === 'byConstruction' && (
        <p className={styles.because}>
          <strong>{t('construction.whole')}</strong>{' '}
          {reasons.length === 0
            ? t('construction.rule')
            : reasons.map((reason) => t(`construction.${reason}`)).join(' ')}
        </p>
      )}
    </>
  );
}

/** The most significant value: published, allowed, found. Its formula is in the details. */
function Headline({ answered }: { readonly answered: AnsweredClaim }) {
  const t = useTranslations('evidence');
  const words = useNumberWords();
  const values = checkedValues(answered);
  const value = headline(values);
  if (!value) return null;
  const off = value.published === undefined ? undefined : shareOff(value);
  const facts = [
    ['published', value.published === undefined ? '' : words.number(value.published)],
    ['allowed', rangeText(value, words)],
    ['found', foundText(value, words.number) + (off === undefined ? '' : ` (${words.signed(off)})`)],
    ['key', value.key],
    ['shown', values.length > 1 ? t('ofChecks', { count: values.length }) : ''],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt>{t(`columns.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

function Details({ answered }: { readonly answered: AnsweredClaim }) {
  const t = useTranslations('evidence');
  const { claim } = answered;
  const isRunning = useStore(evidence, ({ again }) => again?.status === 'running');
  const agreement = useStore(evidence, ({ again }) =>
    again?.same.includes(claim.id) ? 'same' : again?.different.includes(claim.id) ? 'different' : undefined,
  );
  const values = checkedValues(answered);
  return (
    <div className={styles.inside}>
      {values.length > 0 && <CheckTable caption={t('checksOf', { id: claim.id })} values={values} />}
      {claim.heldBy && (
        <p className={styles.source}>
          {t('heldBy')}{' '}
          {claim.heldBy.map((test) => (
            <code key={test}>{test} </code>
          ))}
        </p>
      )}
      {answered.runs.length > 0 && (
        <>
          <ClaimRuns answered={answered} />
          <p className={styles.buttons}>
            <ButtonWithReason
              reason={isRunning ? t('again.busy') : undefined}
              onClick={() => void countClaims([claim.id])}
            >
              {t('again.one')}
            </ButtonWithReason>
            {agreement && <span role="status">{t(`again.${agreement}`)}</span>}
          </p>
        </>
      )}
    </div>
  );
}
