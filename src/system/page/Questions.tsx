import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { askedAtOnce, type OpenQuestion, RTT_PRESETS } from '../questions.ts';
import { answerQuestion } from './actions.ts';
import { Matters } from './Matters.tsx';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';
import type { Effect } from './sensitivity.ts';
import { system } from './system-state.ts';
import { questionsOf } from './weigh.ts';

const NS_PER_US = 1000;

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
      <WeighingProgress />
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

/** How far the runs are that say how much each value matters. */
function WeighingProgress() {
  const t = useTranslations('system.ask');
  const weighing = useStore(system, (state) => state.weighing);
  if (!weighing) return null;
  const { done, total } = weighing;
  return (
    <div className={styles.actions}>
      <Progress value={total > 0 ? done : undefined} max={Math.max(1, total)} label={t('weighing')} />
      <span className={styles.soft}>{t('weighing')}</span>
    </div>
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
        <Matters id={question.id} effect={effect} />
      </>
    );
  return (
    <>
      {t(isAnswered ? 'answered' : 'proposed')} <Matters id={question.id} effect={effect} />
    </>
  );
}
