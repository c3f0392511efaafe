import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { libraryById } from '../../model/libraries/library.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { COSTS, costChoice } from '../choices.ts';
import { askedAtOnce } from '../questions.ts';
import type { Choice } from '../system.ts';
import { answerQuestion } from './actions.ts';
import { ChoiceMatters } from './Matters.tsx';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** What the text leaves open: each has a proposal, and a way to change it. */
export function Choices() {
  const t = useTranslations('system.choose');
  const reading = useStore(system, (state) => state.reading);
  const answers = useStore(system, (state) => state.answers);
  const subject = useStore(system, (state) => state.subject);
  const asked = askedAtOnce(reading.choices ?? [], []);
  const first = asked.first.choices;
  const further = [
    ...asked.further.choices,
    ...(subject && !subject.isServerOnly ? [costChoice(subject.scenario, answers)] : []),
  ];
  if (first.length + further.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <p className={styles.soft}>{t('intro')}</p>
      {first.map((choice) => (
        <Field key={choice.id} choice={choice} />
      ))}
      {further.length > 0 && (
        <details className={styles.further}>
          <summary>{t('further', { count: further.length })}</summary>
          {further.map((choice) => (
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
  const effects = useStore(system, (state) => state.effects);
  const words = useWords();
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
          noteId={`${names}-note`}
          value={value ?? ''}
          options={values.map((each) => ({ id: each, title: nameOf(each) }))}
          onChoose={(each) => answerQuestion(id, each)}
        />
      )}
      <div id={`${names}-note`} className={value === null ? styles.wrong : styles.soft}>
        {origin.from === 'line' ? (
          <>
            {t(isAnswered ? 'answered' : value === null ? 'open' : 'proposed')}{' '}
            <OriginLine origin={origin} reading={reading} />
          </>
        ) : (
          t(isAnswered ? 'answered' : 'assumed')
        )}
        <div>
          <ChoiceMatters kind={kind} effect={effects[id]} nameOf={nameOf} />
        </div>
      </div>
    </div>
  );

  /** Libraries and machines have names, and the file without a profile a word. */
  function nameOf(each: string): string {
    const costs = fieldNamed(COSTS);
    if (kind === 'costs' && costs) return words.choice(costs, each);
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
