import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import styles from './Write.module.css';

/** Puts the caret into a line, and shows it. @param line from 1 */
function goToLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  // Only a field that gets the focus scrolls to its selection.
  field.blur();
  field.setSelectionRange(from, from);
  field.focus();
  field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

export interface FaultListProps {
  readonly faults: readonly Problem[];
  /** Where the text is. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** What is wrong with the text, why, and what to do; each with a way to its line. */
export function FaultList({ faults, field }: FaultListProps) {
  const t = useTranslations('write.faults');
  return (
    <section className={styles.faults} aria-labelledby="lesson-faults">
      <h2 id="lesson-faults">{t('title', { count: faults.length })}</h2>
      <ProblemList
        problems={faults}
        wayOut={({ line }) =>
          typeof line === 'number' && (
            <Button look="small" onClick={() => field.current && goToLine(field.current, line)}>
              {t('line', { line })}
            </Button>
          )
        }
      />
    </section>
  );
}
