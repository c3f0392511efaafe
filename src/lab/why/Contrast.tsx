import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { contrast } from '../../model/explain/contrast.ts';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import styles from './Contrast.module.css';
import { useStatement } from './contrast-words.ts';
import table from './Findings.module.css';

/** In one paragraph: why one system is faster than the other. */
export function Contrast() {
  const t = useTranslations('why');
  const id = useId();
  const { a, b } = useStore(experiment);
  const runA = useStore(run, (state) => state.a);
  const runB = useStore(run, (state) => state.b);
  const sentence = useStatement();
  const statements = useMemo(() => {
    if (!a || !b || !runA.summary || !runB.summary || runA.isStale || runB.isStale) return undefined;
    return contrast(
      { scenario: a.scenario, summary: runA.summary },
      { scenario: b.scenario, summary: runB.summary },
    );
  }, [a, b, runA, runB]);
  const sentences = statements?.map(sentence) ?? [];
  // By how much they differ, and before that whether they are asked for the same.
  const first = prose(sentences.slice(0, statements?.[0]?.id === 'load' ? 2 : 1));
  return (
    <section className={table.side} aria-labelledby={id}>
      <h3 id={id} className={table.title}>
        {t('contrast.title')}
      </h3>
      {statements ? (
        <p className={styles.contrast} data-contrast data-figures>
          <b>{first}</b>
          {/* As far as it follows: in Chinese without a space. */}
          {prose(sentences).slice(first.length)}
        </p>
      ) : (
        <p className={table.counting}>{t('counting')}</p>
      )}
    </section>
  );
}
