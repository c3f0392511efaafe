import { useTranslations } from 'use-intl';
import type { Problem } from '../../scenario/problem.ts';
import { Button } from '../shared/Button.tsx';
import { Sentence } from '../shared/Sentence.tsx';
import styles from './ProblemNote.module.css';

export interface ProblemNoteProps {
  readonly problem: Problem;
  readonly id: string;
  /** The nearest value, as text, with what takes it. */
  readonly nearest: { readonly text: string; readonly use: () => void } | undefined;
  /** The value that is simulated meanwhile, with what goes back to it. */
  readonly last: { readonly text: string; readonly use: () => void } | undefined;
}

/** Below an input: what is wrong with its value, and the ways out. */
export function ProblemNote({ problem, id, nearest, last }: ProblemNoteProps) {
  const t = useTranslations('app.problem');
  return (
    <div className={styles.note}>
      <p id={id}>
        <code className={styles.code}>{problem.code}</code> <Sentence problem={problem} />
      </p>
      <p className={styles.ways}>
        {nearest && (
          <Button look="small" onClick={nearest.use}>
            {t('useNearest', { value: nearest.text })}
          </Button>
        )}
        {last && (
          <Button look="small" onClick={last.use}>
            {t('dropDraft', { value: last.text })}
          </Button>
        )}
      </p>
    </div>
  );
}
