import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { libraryById } from '../../model/libraries/library.ts';
import { Select } from '../../ui/Select.tsx';
import { useStore } from '../../ui/use-store.ts';
import { askedAtOnce } from '../questions.ts';
import type { Choice } from '../system.ts';
import { answerQuestion } from './actions.ts';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** What the text leaves open: each has a proposal, and a way to change it. */
export function Choices() {
  const t = useTranslations('system.choose');
  const reading = useStore(system, (state) => state.reading);
  const { first, further } = askedAtOnce(reading.choices ?? [], []);
  if (first.choices.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <p className={styles.soft}>{t('intro')}</p>
      {first.choices.map((choice) => (
        <Field key={choice.id} choice={choice} />
      ))}
      {further.choices.length > 0 && (
        <details className={styles.further}>
          <summary>{t('further', { count: further.choices.length })}</summary>
          {further.choices.map((choice) => (
            <Field key={choice.id} choice={choice} />
          ))}
        </details>
      )}
    </fieldset>
  );
}

function Field({ choice }: { readonly choice: Choice }) {
  const t = useTranslations('system.choose');
  const reading = useStore(system, (state) => state.reading);
  const names = useId();
  const { id, kind, values, value, isAnswered, origin } = choice;
  return (
    <div className={styles.field}>
      <label htmlFor={names}>{t(`kinds.${kind}`, { name: id })}</label>
      {values.length === 0 ? (
        <TextField key={value} id={names} choice={choice} />
      ) : (
        <Select
          id={names}
          value={value ?? ''}
          options={values.map((each) => ({ id: each, title: nameOf(each) }))}
          onChoose={(each) => answerQuestion(id, each)}
        />
      )}
      <span id={`${names}-note`} className={value === null ? styles.wrong : styles.soft}>
        {t(isAnswered ? 'answered' : value === null ? 'open' : 'proposed')}{' '}
        <OriginLine origin={origin} reading={reading} />
      </span>
    </div>
  );

  /** Libraries have names, and the file without a profile a word. */
  function nameOf(each: string): string {
    if (kind === 'library') return libraryById(each)?.name ?? each;
    return each === '(none)' ? t('none') : each;
  }
}

function TextField({ id, choice }: { readonly id: string; readonly choice: Choice }) {
  const [draft, setDraft] = useState(choice.value ?? '');
  const commit = () => {
    const text = draft.trim();
    if (text !== (choice.value ?? '')) answerQuestion(choice.id, text === '' ? undefined : text);
  };
  return (
    <input
      id={id}
      className={styles.input}
      value={draft}
      aria-describedby={`${id}-note`}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}
