import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { type OpenQuestion, openQuestions } from '../questions.ts';
import { answerQuestion } from './actions.ts';
import styles from './System.module.css';
import type { Effect } from './sensitivity.ts';
import { system } from './system-state.ts';

/** What no piece says, with a proposal and how much it matters. */
export function Questions({ subject }: { readonly subject: Subject }) {
  const t = useTranslations('system.ask');
  const { answers, effects } = useStore(system);
  const questions = useMemo(
    () => openQuestions(subject.scenario, subject.settings, answers, subject.reading.instances),
    [subject, answers],
  );
  if (questions.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <p className={styles.soft}>{t('intro')}</p>
      {questions.map((question) => (
        <Field key={question.id} question={question} effect={effects[question.id]} />
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly question: OpenQuestion;
  readonly effect: Effect | undefined;
}

function Field({ question: { id, value, isAnswered }, effect }: FieldProps) {
  const t = useTranslations('system.ask');
  const names = useId();
  const shown = value === undefined ? '' : String(value);
  const [draft, setDraft] = useState<string>();
  const isWrong = draft !== undefined && draft.trim() !== '' && !(Number(draft) > 0);
  const commit = () => {
    if (draft === undefined || isWrong) return;
    const text = draft.trim();
    if (text !== shown || !isAnswered) answerQuestion(id, text === '' ? undefined : Number(text));
    setDraft(undefined);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={names}>{t(`questions.${id as 'callers'}`)}</label>
      <input
        id={names}
        className={styles.input}
        inputMode="decimal"
        value={draft ?? shown}
        aria-invalid={isWrong}
        aria-describedby={`${names}-note`}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
          if (key === 'Escape') setDraft(undefined);
        }}
      />
      <span id={`${names}-note`} className={isWrong ? styles.wrong : styles.soft}>
        {isWrong ? t('number') : <Note id={id} isAnswered={isAnswered} effect={effect} />}
      </span>
    </div>
  );
}

/** Whether the value is a proposal, and what half and twice of it would do. */
function Note({
  id,
  isAnswered,
  effect,
}: {
  readonly id: string;
  readonly isAnswered: boolean;
  readonly effect: Effect | undefined;
}) {
  const t = useTranslations('system.ask');
  const words = useWords();
  const metric = useStore(system, (state) => state.diagnosis?.metric ?? 'throughput');
  const origin = t(isAnswered ? 'answered' : id === 'rate' || id === 'instances' ? 'optional' : 'proposed');
  const factor = (value: number | undefined) =>
    value === undefined ? '–' : `×${words.number(Math.round(value * 100) / 100)}`;
  if (effect?.half === undefined && effect?.twice === undefined) return <>{origin}</>;
  return (
    <>
      {origin} {t('matters', { metric, half: factor(effect.half), twice: factor(effect.twice) })}
    </>
  );
}
