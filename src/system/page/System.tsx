import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useStore } from '../../ui/use-store.ts';
import { unreadProblem } from '../readers/log.ts';
import { AdviceSection } from './AdviceSection.tsx';
import { AnswerBar, RESULTS } from './AnswerBar.tsx';
import { visitSystem } from './actions.ts';
import { Choices } from './Choices.tsx';
import { Findings } from './Findings.tsx';
import { Pieces } from './Pieces.tsx';
import { Questions } from './Questions.tsx';
import { ReadResult } from './ReadResult.tsx';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** "Your system": configuration and counters become a scenario, findings and advice. */
export function System() {
  const t = useTranslations('system');
  useEffect(visitSystem, []);
  usePageTitle(t('title'));
  const reading = useStore(system, (state) => state.reading);
  const subject = useStore(system, (state) => state.subject);
  const problems = useStore(system, (state) => state.problems);
  const pieces = useStore(system, (state) => state.pieces);
  const unread = useMemo(
    () =>
      reading.pieces.flatMap(({ piece, kind }) =>
        kind === null ? [unreadProblem(piece, piece.name || t('pasted'))] : [],
      ),
    [reading, t],
  );
  return (
    <div className={styles.page}>
      <section className={styles.form} aria-label={t('give.label')}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.soft}>{t('intro')}</p>
        <Pieces />
        <ProblemList problems={unread} />
        <ProblemList problems={reading.problems} />
        <Choices />
        {subject && !subject.isServerOnly && <Questions subject={subject} />}
      </section>
      <AnswerBar />
      <section id={RESULTS} tabIndex={-1} className={styles.results} aria-label={t('results')}>
        <ProblemList problems={problems} />
        {pieces.length === 0 ? (
          <div className={styles.empty}>
            <p>{t('empty')}</p>
            <ol>
              {(['paste', 'ask', 'findings', 'advice'] as const).map((step) => (
                <li key={step}>{t(`steps.${step}`)}</li>
              ))}
            </ol>
          </div>
        ) : (
          <>
            <Findings />
            {subject && !subject.isServerOnly && <AdviceSection subject={subject} />}
            <ReadResult reading={reading} subject={subject} />
          </>
        )}
      </section>
    </div>
  );
}
