import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useIsNarrow } from '../lab/shared/use-media.ts';
import { useStore } from '../ui/use-store.ts';
import { Answers } from './Answers.tsx';
import { Definition } from './Definition.tsx';
import styles from './Experiments.module.css';
import { Gallery } from './Gallery.tsx';
import { Results } from './Results.tsx';
import { RunControls } from './RunControls.tsx';
import { followSweepLink, visitExperiments, writeSweepAddress } from './sweep-link.ts';
import { sweeps } from './sweep-state.ts';

/** The page of experiments: settings over values, repeated, on all cores. */
export function Experiments() {
  const t = useTranslations('experiments');
  // Only the first visit asks it; a change of language does not.
  const question = useRef(t('presets.poolAtLoad'));
  useEffect(() => {
    void visitExperiments(question.current);
    const follow = () => void followSweepLink();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const definition = useStore(sweeps, (state) => state.definition);
  const hasProblems = useStore(sweeps, (state) => state.problems.length > 0);
  // On a narrow screen the long form is collapsed, so that results stay visible.
  const isNarrow = useIsNarrow();
  useEffect(() => {
    if (definition) writeSweepAddress();
  }, [definition]);
  if (!definition) return null;
  return (
    <div className={styles.page}>
      <Gallery definition={definition} />
      <section className={styles.form} aria-label={t('definition')}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.soft}>{t('intro')}</p>
        {isNarrow ? (
          <details className={styles.look} open={hasProblems}>
            <summary>{t('change')}</summary>
            <div className={styles.asked}>
              <Definition definition={definition} />
            </div>
          </details>
        ) : (
          <Definition definition={definition} />
        )}
      </section>
      <section className={styles.results} aria-label={t('results')}>
        <h2 className="visually-hidden">{t('results')}</h2>
        <Answers metric={definition.metric} />
        <RunControls />
        <Results definition={definition} />
      </section>
    </div>
  );
}
