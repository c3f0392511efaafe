import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BreakdownChart } from '../results/BreakdownChart.tsx';
import { SummaryTable } from '../results/SummaryTable.tsx';
import { ThroughputChart } from '../results/ThroughputChart.tsx';
import styles from './Results.module.css';

/** What came out: the throughput as it is played, the whole runs in figures, and where the time went. */
export function Results({ children }: { readonly children?: ReactNode }) {
  const t = useTranslations('results');
  return (
    // It scrolls on its own below the stage, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.results} aria-labelledby="results-title" tabIndex={0}>
      <h2 id="results-title" className="visually-hidden">
        {t('title')}
      </h2>
      <div className={styles.columns}>
        <div className={styles.charts}>
          <ThroughputChart />
          <BreakdownChart />
        </div>
        <SummaryTable />
      </div>
      {children}
    </section>
  );
}
