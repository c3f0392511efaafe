import { useId } from 'react';
import type { InputProps } from './inputs.ts';
import { Prose } from './Prose.tsx';
import styles from './Question.module.css';

/** One of several options. */
export function ChoiceInput({ name, question, draft, onDraft }: InputProps<'choice'>) {
  const group = useId();
  return (
    <div className={styles.options}>
      {question.options.map((option) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            name={group}
            value={option}
            checked={draft === option}
            onChange={() => onDraft(option)}
          />
          <span>
            <Prose section={`${name}.${option}`} isInline />
          </span>
        </label>
      ))}
    </div>
  );
}
