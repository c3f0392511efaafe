import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { useStore } from '../../ui/use-store.ts';
import styles from './ClassPage.module.css';
import { classState } from './class-state.ts';
import { classCsv, classRows } from './class-table.ts';
import type { Classroom } from './classroom.ts';
import { Misconceptions } from './Misconceptions.tsx';
import { ResultsTable } from './ResultsTable.tsx';

/** The table of the class and the ranking of its misconceptions; nothing without results. */
export function ClassResults({ classroom }: { readonly classroom: Classroom }) {
  const t = useTranslations('class.results');
  const { results, outcomes, incidents, graded } = useStore(classState);
  const rows = useMemo(
    () =>
      classRows(
        classroom.roster,
        results,
        ({ signature }) => outcomes?.get(signature) ?? {},
        ({ signature }) => incidents?.get(signature) ?? {},
      ),
    [classroom, results, outcomes, incidents],
  );
  const isGraded = outcomes !== undefined && incidents !== undefined;
  if (results.length === 0) return null;
  const missing = rows.filter(({ state }) => state === 'missing');
  const unlisted = rows.filter(({ state }) => state === 'unlisted');
  return (
    <>
      <section className={styles.section} aria-labelledby="class-results">
        <h2 id="class-results">{t('title')}</h2>
        <p role="status">
          {t('collected', { count: results.length })}
          {missing.length > 0 && ` ${t('missing', { count: missing.length })}`}
          {unlisted.length > 0 &&
            classroom.roster.length > 0 &&
            ` ${t('unlisted', { count: unlisted.length })}`}
          {!outcomes && ` ${t('grading')}`}
          {outcomes && !incidents && ` ${t('gradingIncidents', graded)}`}
        </p>
        <ResultsTable rows={rows} hasRoster={classroom.roster.length > 0} />
        <p className={styles.actions}>
          <Button
            aria-disabled={!isGraded}
            onClick={() => isGraded && saveText('roundtrip-results.csv', classCsv(rows), 'text/csv')}
          >
            {t('save')}
          </Button>
        </p>
      </section>
      <Misconceptions rows={rows} />
    </>
  );
}
