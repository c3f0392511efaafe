import { useTranslations } from 'use-intl';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './ProblemNote.module.css';

export interface ProblemNoteProps {
  readonly problem: Problem;
  readonly id: string;
  /** A value as text, and what takes it: for the nearest ones. */
  readonly text: (value: number) => string;
  readonly use: (value: number) => void;
  /** The value that is simulated meanwhile, with what goes back to it. */
  readonly last: { readonly text: string; readonly use: () => void } | undefined;
}

/** The values next to the one that cannot be: the engine's, or the whole numbers around a broken one. */
function nearestTo({ code, nearest, expected, value }: Problem): readonly number[] {
  if (typeof nearest === 'number') return [nearest];
  const number = Number(value);
  return code === 'SCN-03' && expected === 'integer' && Number.isFinite(number)
    ? [Math.floor(number), Math.ceil(number)]
    : [];
}

/** Below an input: what is wrong with its value, and the ways out. */
export function ProblemNote({ problem, id, text, use, last }: ProblemNoteProps) {
  const t = useTranslations('app.problem');
  return (
    <div className={styles.note}>
      <p id={id}>
        <code className={styles.code}>{problem.code}</code> <Sentence problem={problem} />
      </p>
      <p className={styles.ways}>
        {nearestTo(problem).map((value) => (
          <Button key={value} look="small" onClick={() => use(value)}>
            {t('useNearest', { value: text(value) })}
          </Button>
        ))}
        {last && (
          <Button look="small" onClick={last.use}>
            {t('dropDraft', { value: last.text })}
          </Button>
        )}
      </p>
    </div>
  );
}
