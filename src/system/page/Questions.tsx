import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { type OpenQuestion, openQuestions, RTT_PRESETS } from '../questions.ts';
import { answerQuestion } from './actions.ts';
import styles from './System.module.css';
import type { Effect } from './sensitivity.ts';
import { system } from './system-state.ts';

const NS_PER_US = 1000;

/** Questions whose empty answer has a meaning. */
const OPTIONAL = ['rate', 'instances'];

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
        <div key={question.id}>
          <Field question={question} effect={effects[question.id]} />
          {question.id === 'rtt' && <RttPresets value={question.value} />}
        </div>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly question: OpenQuestion;
  readonly effect: Effect | undefined;
}

function Field({ question, effect }: FieldProps) {
  const { id, value, isAnswered, factor = 1, canBeZero = false } = question;
  const t = useTranslations('system.ask');
  const names = useId();
  // Six digits: 0.01 × 100 is not exact.
  const shown = value === undefined ? '' : String(Number((value / factor).toPrecision(6)));
  const [draft, setDraft] = useState<string>();
  const isWrong =
    draft !== undefined && draft.trim() !== '' && !(canBeZero ? Number(draft) >= 0 : Number(draft) > 0);
  const commit = () => {
    if (draft === undefined || isWrong) return;
    const text = draft.trim();
    if (text !== shown || !isAnswered) answerQuestion(id, text === '' ? undefined : Number(text) * factor);
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
        {isWrong ? (
          t(canBeZero ? 'numberOrZero' : 'number')
        ) : (
          <Note id={id} isAnswered={isAnswered} effect={effect} />
        )}
      </span>
    </div>
  );
}

/** Typical round trips, each with its source. */
function RttPresets({ value }: { readonly value: number | undefined }) {
  const t = useTranslations('system.ask');
  const { duration } = useWords();
  const chosen = RTT_PRESETS.find(({ rttUs }) => rttUs === value);
  const source = chosen?.source.startsWith('https:') ? new URL(chosen.source).hostname : undefined;
  return (
    <>
      <p className={styles.actions}>
        {RTT_PRESETS.map(({ id, rttUs }) => (
          <Button
            key={id}
            variant="small"
            aria-pressed={rttUs === value}
            onClick={() => answerQuestion('rtt', rttUs)}
          >
            {t('rtt.preset', {
              place: t(`rtt.places.${id}`),
              time: rttUs === 0 ? '0 µs' : duration(rttUs * NS_PER_US),
            })}
          </Button>
        ))}
      </p>
      {chosen && (
        <p className={styles.soft}>
          {source ? (
            <a href={chosen.source} rel="noreferrer">
              {t('rtt.source', { source })}
            </a>
          ) : (
            t(`rtt.why.${chosen.id as 'sameHost'}`)
          )}
        </p>
      )}
    </>
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
  const origin = t(isAnswered ? 'answered' : OPTIONAL.includes(id) ? 'optional' : 'proposed');
  const factor = (value: number | undefined) =>
    value === undefined ? '–' : `×${words.number(Math.round(value * 100) / 100)}`;
  if (effect?.half === undefined && effect?.twice === undefined) return <>{origin}</>;
  return (
    <>
      {origin} {t('matters', { metric, half: factor(effect.half), twice: factor(effect.twice) })}
    </>
  );
}
