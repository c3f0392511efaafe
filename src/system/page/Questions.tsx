import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { type OpenQuestion, RTT_PRESETS } from '../questions.ts';
import { answerQuestion, questionsOf } from './actions.ts';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';
import type { Effect } from './sensitivity.ts';
import { system } from './system-state.ts';

const NS_PER_US = 1000;

/** Questions whose empty answer has a meaning. */
const OPTIONAL = ['rate', 'instances'];
/** Questions without an effect on times, with the reason: slow ones without a share, processes without a load. */
const IDLE = ['slowTime', 'instances'];

/** What no piece says, with a proposal and how much it matters. */
export function Questions({ subject }: { readonly subject: Subject }) {
  const t = useTranslations('system.ask');
  const answers = useStore(system, (state) => state.answers);
  const effects = useStore(system, (state) => state.effects);
  const questions = useMemo(() => questionsOf(subject, answers), [subject, answers]);
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
        {isWrong ? t(canBeZero ? 'numberOrZero' : 'number') : <Note question={question} effect={effect} />}
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

/** Whether the value is a proposal, the line that it follows from, and how much it matters. */
function Note({
  question,
  effect,
}: {
  readonly question: OpenQuestion;
  readonly effect: Effect | undefined;
}) {
  const t = useTranslations('system.ask');
  const reading = useStore(system, (state) => state.reading);
  const { id, isAnswered, basis, value } = question;
  if (basis)
    return (
      <>
        {t('follows')} <OriginLine origin={basis} reading={reading} />{' '}
        <Matters question={question} effect={effect} />
      </>
    );
  const isOptional = OPTIONAL.includes(id) && value === undefined;
  return (
    <>
      {t(isAnswered ? 'answered' : isOptional ? 'optional' : 'proposed')}{' '}
      <Matters question={question} effect={effect} />
    </>
  );
}

/** What another answer would do to the metric. */
function Matters({ question: { id }, effect }: FieldProps) {
  const t = useTranslations('system.ask');
  const words = useWords();
  if (!effect) return null;
  const { metric, half, twice, other } = effect;
  const factor = (value: number | undefined) =>
    value === undefined ? '–' : `×${words.number(Number(value.toPrecision(2)))}`;
  if (half !== undefined || twice !== undefined)
    return t('matters', { metric, half: factor(half), twice: factor(twice) });
  if (other?.factor !== undefined) {
    const value = id === 'slowShare' ? words.percent(other.value) : words.number(other.value);
    return t(`mattersAt.${id as 'rate'}`, { metric, factor: factor(other.factor), value });
  }
  return IDLE.includes(id) ? t(`idle.${id as 'slowTime'}`) : null;
}
