import { useTranslations } from 'use-intl';
import { useUnits } from '../lesson/lesson-words.ts';
import { Prose } from '../lesson/Prose.tsx';
import type { Question, QuestionName } from '../lessons/lesson.ts';
import styles from './BeatContent.module.css';
import { letterOf } from './use-class-answers.ts';

export interface OptionsProps {
  readonly name: QuestionName;
  readonly question: Question;
}

/** The possible answers at presentation size: options with letters, or the range. */
export function Options({ name, question }: OptionsProps) {
  const t = useTranslations('teach.question');
  const text = useUnits();
  if (question.kind === 'number') {
    const [from, to] = [question.min, question.max].map((value) => text(question.unit, value));
    return <p className={styles.task}>{t('number', { from: from ?? '', to: to ?? '' })}</p>;
  }
  if (question.kind === 'curve') return <p className={styles.task}>{t('curve')}</p>;
  const list =
    question.kind === 'choice'
      ? question.options
      : question.kind === 'ranking'
        ? question.items
        : question.parts;
  return (
    <>
      {question.kind !== 'choice' && <p className={styles.task}>{t(question.kind)}</p>}
      <ol className={styles.options}>
        {list.map((option, index) => (
          <li key={option}>
            <b aria-hidden="true">{letterOf(index)}</b>
            <span>
              <Prose section={`${name}.${option}`} isInline />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
