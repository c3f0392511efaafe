import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '../../../ui/texts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import styles from './Incidents.module.css';
import { incidentState } from './incident-state.ts';
import { useShownFact } from './use-incident-texts.ts';

/** What is right and what is not: cause, evidence and remedy, each by itself. */
export function Feedback() {
  const t = useTranslations('incidents.feedback');
  const causeText = useTranslations('incidents.causes');
  const observationText = useTranslations('incidents.observations');
  const shown = useShownFact();
  const words = useWords();
  const { graded, tried, found } = useStore(incidentState);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (graded) heading.current?.focus();
  }, [graded]);
  if (!graded) return null;
  const { grade, score, cause } = graded;
  const outcome = (tried ?? found)?.outcome;
  return (
    <section className={styles.feedback} aria-labelledby="incident-feedback">
      <h2 id="incident-feedback" ref={heading} tabIndex={-1}>
        {t('title')}
      </h2>
      <p>
        <strong>{t(grade.isSolved ? 'solved' : 'notYet')}</strong> {t('score', { score })}
      </p>
      <p className={styles.note}>{t('parts', grade.points)}</p>
      <p>{t(grade.isCauseRight ? 'right' : 'wrong', { cause: causeText(cause) })}</p>
      {grade.contradictions.length > 0 && (
        <>
          <p>{t('against')}</p>
          <ul>
            {grade.contradictions.map(({ observation, fact }) => (
              <li key={observation}>
                {t(fact.isTrue ? 'notExpected' : 'expected', { observation: observationText(observation) })}{' '}
                {shown(observation, fact)}
              </li>
            ))}
          </ul>
        </>
      )}
      {grade.isCauseRight && (
        <ul>
          {grade.evidence.map(({ observation, verdict, fact }) => (
            <li key={observation}>
              <strong>{t(`evidence.${verdict}`)}</strong>: {observationText(observation)}.{' '}
              {shown(observation, fact)}
            </li>
          ))}
        </ul>
      )}
      {grade.isCauseRight && grade.missing > 0 && <p>{t('missing', { count: grade.missing })}</p>}
      <p>
        {t(`remedy.${grade.remedy}`, {
          p99: words.duration(outcome?.p99Ns ?? 0),
          answered: words.percent(outcome?.answered ?? 0),
        })}
      </p>
    </section>
  );
}
