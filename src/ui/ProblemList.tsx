import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../model/scenario/problem.ts';
import { ProblemCode } from './ProblemCode.tsx';
import styles from './ProblemList.module.css';
import { lazy, Suspense } from './prompt.tsx';
import { useWords } from './texts.tsx';

interface SentenceProps {
  readonly problem: Problem;
}

/** The sentences of problems load with the later texts: a first visit has no problem. */
const LoadedSentence = lazy(async () => ({
  default: ({ problem }: SentenceProps) => useWords().sentence(problem),
}));

/** The sentence of a problem: what is wrong, why, and what to do. */
export const Sentence = (props: SentenceProps) => (
  <Suspense>
    <LoadedSentence {...props} />
  </Suspense>
);

export interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** Moves the focus here when a new problem appears, unless the reader is typing elsewhere. */
  readonly takesFocus?: boolean;
  /** A remedy of one problem, after its sentence. */
  readonly wayOut?: (problem: Problem) => ReactNode;
  /** Remedies of all of them, below the sentences. */
  readonly children?: ReactNode;
}

/** Most problems that are listed; the others are counted. */
const MOST = 50;

/**
 * Whether the reader types or chooses in another field. The problems of a submitted form take the focus from
 * its own fields.
 */
function isBusyElsewhere(list: HTMLElement): boolean {
  const field = document.activeElement;
  return (
    field?.matches('input:not([type=file]), textarea, [role=combobox]') === true &&
    field.closest('form')?.contains(list) !== true
  );
}

/** The list of problems: sentences, each with its code behind a button. */
export function ProblemList({ problems, takesFocus = false, wayOut, children }: ProblemListProps) {
  const t = useTranslations('app.problem');
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = ref.current;
    if (takesFocus && problems.length > 0 && list && !isBusyElsewhere(list)) list.focus();
  }, [problems, takesFocus]);
  if (problems.length === 0) return null;
  return (
    <div ref={ref} className={styles.list} role="alert" tabIndex={-1} aria-label={t('one')}>
      <ul>
        {problems.slice(0, MOST).map((problem) => (
          <li key={`${problem.code} ${problem.path} ${problem.value}`}>
            <Sentence problem={problem} /> <ProblemCode code={problem.code} /> {wayOut?.(problem)}
            {problem.detail !== undefined && problem.detail !== '' && (
              <details>
                <summary>{t('details')}</summary>
                <pre>{problem.detail}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
      {problems.length > MOST && <p>{t('more', { more: problems.length - MOST })}</p>}
      {children && <p className={styles.ways}>{children}</p>}
    </div>
  );
}
