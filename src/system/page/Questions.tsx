import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { useWords, type Words } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { askedAtOnce, type OpenQuestion, RTT_PRESETS } from '../questions.ts';
import { answerQuestion, questionsOf } from './actions.ts';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';
import type { Effect } from './sensitivity.ts';
import { system } from './system-state.ts';

const NS_PER_US = 1000;

/** Questions without an effect on times, with the reason: slow ones without a share, processes without a load. */
const IDLE = ['slowTime', 'instances'];

/** What no piece says, with a proposal and how much it matters. */
export function Questions({ subject }: { readonly subject: Subject }) {
  const t = useTranslations('system.ask');
  const answers = useStore(system, (state) => state.answers);
  const effects = useStore(system, (state) => state.effects);
  const choices = useStore(system, (state) => state.reading.choices);
  const { first, further } = useMemo(
    () => askedAtOnce(choices ?? [], questionsOf(subject, answers)),
    [choices, subject, answers],
  );
  if (first.questions.length + further.questions.length === 0) return null;
  const fields = (questions: typeof first.questions) =>
    questions.flat().map((question) => (
      <div key={question.id}>
        <Field question={question} effect={effects[question.id]} />
        {question.id === 'rtt' && <RttPresets value={question.value} />}
      </div>
    ));
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <p className={styles.soft}>{t('intro')}</p>
      {fields(first.questions)}
      {further.questions.length > 0 && (
        <details className={styles.further}>
          <summary>{t('further', { count: further.questions.length })}</summary>
          {fields(further.questions)}
        </details>
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly question: OpenQuestion;
  readonly effect: Effect | undefined;
}

function Field({ question, effect }: FieldProps) {
  const { id, path, value, isAnswered, shown, canBeZero = false } = question;
  const t = useTranslations('system.ask');
  const names = useId();
  const field = fieldNamed(path ?? 'client.instances');
  const { min = 0, max = Number.POSITIVE_INFINITY, kind } = field ?? {};
  return (
    <div className={styles.field}>
      <label htmlFor={names}>{t(`questions.${id as 'callers'}`)}</label>
      <AmountInput
        id={names}
        className={styles.input}
        value={value}
        {...(field && { field })}
        shown={shown}
        range={[canBeZero ? 0 : min, max]}
        isWhole={kind === 'integer'}
        waits
        noteId={`${names}-note`}
        onChange={(answer) => {
          if (answer !== value || !isAnswered) answerQuestion(id, answer);
        }}
        onClear={() => {
          if (isAnswered) answerQuestion(id, undefined);
        }}
      />
      <span id={`${names}-note`} className={styles.soft}>
        <Note question={question} effect={effect} />
      </span>
    </div>
  );
}

/** Typical round trips, each with its source. */
function RttPresets({ value }: { readonly value: number }) {
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
  const { isAnswered, basis } = question;
  if (basis)
    return (
      <>
        {t('follows')} <OriginLine origin={basis} reading={reading} />{' '}
        <Matters question={question} effect={effect} />
      </>
    );
  return (
    <>
      {t(isAnswered ? 'answered' : 'proposed')} <Matters question={question} effect={effect} />
    </>
  );
}

/** Values that are no plain number in a sentence. */
const VALUE_WORDS: Readonly<Record<string, (words: Words, value: number) => string>> = {
  slowShare: (words, value) => words.percent(value),
  slowTime: (words, value) => words.duration(value * NS_PER_US),
};

/** What another answer would do to the metric. */
function Matters({ question: { id }, effect }: FieldProps) {
  const t = useTranslations('system.ask');
  const words = useWords();
  if (!effect) return null;
  const { metric, half, twice, other } = effect;
  const factor = (value: number | undefined) => {
    if (value === undefined) return '–';
    const number = (each: number) => words.number(Number(each.toPrecision(2)));
    return value > 0 && value <= 0.5 ? `÷${number(1 / value)}` : `×${number(value)}`;
  };
  if (half !== undefined || twice !== undefined)
    return t('matters', { metric, half: factor(half), twice: factor(twice) });
  if (other?.factor !== undefined) {
    const value = (VALUE_WORDS[id] ?? ((_, each) => words.number(each)))(words, other.value);
    return t(`mattersAt.${id as 'rate'}`, { metric, factor: factor(other.factor), value });
  }
  return t(`idle.${IDLE.includes(id) ? (id as 'slowTime') : 'other'}`);
}
