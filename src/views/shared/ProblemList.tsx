import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../../scenario/problem.ts';
import styles from './ProblemList.module.css';
import { Sentence } from './Sentence.tsx';

export interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** Moves the focus here when there is something new to read. */
  readonly takesFocus?: boolean;
  /** A way out of one problem, after its sentence. */
  readonly wayOut?: (problem: Problem) => ReactNode;
  /** Ways out of all of them, below the sentences. */
  readonly children?: ReactNode;
}

/** What is wrong and what to do: sentences with their codes. */
export function ProblemList({ problems, takesFocus = false, wayOut, children }: ProblemListProps) {
  const t = useTranslations('app.problem');
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus && problems.length > 0) ref.current?.focus();
  }, [problems, takesFocus]);
  if (problems.length === 0) return null;
  return (
    <div ref={ref} className={styles.list} role="alert" tabIndex={-1} aria-label={t('one')}>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.path} ${problem.value}`}>
            <code>{problem.code}</code> <Sentence problem={problem} /> {wayOut?.(problem)}
            {problem.detail !== undefined && problem.detail !== '' && (
              <details>
                <summary>{t('details')}</summary>
                <pre>{problem.detail}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
      {children && <p className={styles.ways}>{children}</p>}
    </div>
  );
}
