import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, ButtonWithReason } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { type Given, type Grade, gradeOf } from '../lessons/grade.ts';
import type { Answer, Counter, Question, QuestionName } from '../lessons/lesson.ts';
import { NOTHING } from '../lessons/progress.ts';
import { learn, learnProgress } from './learn-state.ts';
import { answer as giveAnswer, lockPrediction, showCounter } from './lesson.ts';
import { useLessonTexts } from './lesson-texts.tsx';
import { useSaid } from './lesson-words.ts';
import { Prose } from './Prose.tsx';
import styles from './Question.module.css';
import { AllocationInput, ChoiceInput, CurveInput, NumberInput, RankingInput } from './QuestionInputs.tsx';

/** The learner's answer to a question of the open lesson; undefined = none yet. */
export function useGiven(name: QuestionName): Given | undefined {
  const id = useStore(learn, (state) => state.id);
  const { given } = useStore(learnProgress, (state) => state.lessons[id ?? ''] ?? NOTHING);
  return given[name];
}

export interface AnswerFormProps {
  readonly name: QuestionName;
  readonly question: Question;
  readonly submitLabel: string;
  readonly onSubmit: (given: Given) => void;
}

function control(
  name: QuestionName,
  question: Question,
  draft: Given | undefined,
  onDraft: (draft: Given) => void,
): ReactNode {
  const rest = { name, draft, onDraft };
  switch (question.kind) {
    case 'choice':
      return <ChoiceInput {...rest} question={question} />;
    case 'number':
      return <NumberInput {...rest} question={question} />;
    case 'ranking':
      return <RankingInput {...rest} question={question} />;
    case 'curve':
      return <CurveInput {...rest} question={question} />;
    case 'allocation':
      return <AllocationInput {...rest} question={question} />;
  }
}

/** The initial order is an answer already; other questions have none. */
const beginning = (question: Question): Given | undefined =>
  question.kind === 'ranking' ? question.items : undefined;

/** The form of a question, with "I don't know". */
export function AnswerForm({ name, question, submitLabel, onSubmit }: AnswerFormProps) {
  const t = useTranslations('learn.ask');
  const [draft, setDraft] = useState<Given | undefined>(() => beginning(question));
  const isReady = draft !== undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit(draft);
      }}
    >
      {control(name, question, draft, setDraft)}
      <p className={styles.actions}>
        <ButtonWithReason variant="strong" type="submit" reason={isReady ? undefined : t('first')}>
          {submitLabel}
        </ButtonWithReason>
        <Button variant="quiet" onClick={() => onSubmit(null)}>
          {t('unknown')}
        </Button>
      </p>
    </form>
  );
}

/** The prediction: it can be given once. */
export function Prediction({ question }: { readonly question: Question }) {
  const t = useTranslations('learn.ask');
  const given = useGiven('predict');
  const formatAnswer = useSaid('predict', question);
  if (given !== undefined)
    return <p className={styles.locked}>{t('locked', { given: formatAnswer(given) })}</p>;
  return (
    <AnswerForm
      name="predict"
      question={question}
      submitLabel={t('lock')}
      onSubmit={(value) => {
        // The form goes with its focus: screen readers do not always say where the focus is next.
        announce(t('locked', { given: formatAnswer(value) }));
        void lockPrediction(value);
      }}
    />
  );
}

export interface AskProps {
  readonly name: QuestionName;
  readonly question: Question;
  readonly answer: Answer;
}

/** A question after the lock: answer, feedback, repetition. */
export function Ask({ name, question, answer }: AskProps) {
  const t = useTranslations('learn.ask');
  const given = useGiven(name);
  const formatAnswer = useSaid(name, question);
  const [isOpen, setIsOpen] = useState(given === undefined);
  const [isNew, setIsNew] = useState(false);
  if (isOpen || given === undefined) {
    return (
      <AnswerForm
        name={name}
        question={question}
        submitLabel={t('answer')}
        onSubmit={(value) => {
          giveAnswer(name, value);
          setIsOpen(false);
          setIsNew(true);
        }}
      />
    );
  }
  return (
    <div className={styles.answered}>
      <p>{t('said', { given: formatAnswer(given) })}</p>
      <Feedback name={name} answer={answer} given={given} isNew={isNew} />
      <p>
        <Button onClick={() => setIsOpen(true)}>{t('again')}</Button>
      </p>
    </div>
  );
}

/** The grade of an answer, once the runs that it needs are simulated. */
export function useGrade(answer: Answer, given: Given): Grade | undefined {
  const { results } = useLessonTexts();
  try {
    return gradeOf(answer, given, results);
  } catch {
    return undefined;
  }
}

/**
 * The run for the feedback: that of the outcome. A right transfer answer has no run of its own, but its text
 * refers to that of the others.
 */
function counterOf(name: QuestionName, answer: Answer, outcome: string): Counter | undefined {
  const counters = answer.counters ?? {};
  const real = Object.values(counters).find(({ isFalse }) => !isFalse);
  return counters[outcome] ?? (name === 'transfer' ? real : undefined);
}

export interface FeedbackProps {
  readonly name: QuestionName;
  readonly answer: Answer;
  readonly given: Given;
  /** Whether the answer was given just now: the feedback takes the focus of its form, and is said. */
  readonly isNew?: boolean;
}

/** Says new feedback once all its figures are known. A live region would say each part of it as it comes. */
function useSaidOnce(box: RefObject<HTMLDivElement | null>, isNew: boolean): void {
  const { results } = useLessonTexts();
  const isSaid = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are what the figures wait for
  useEffect(() => {
    const [verdict, reason] = box.current?.children ?? [];
    if (!isNew || isSaid.current || !verdict || reason?.querySelector('[data-counted="false"]')) return;
    isSaid.current = true;
    (verdict as HTMLElement).focus();
    announce([verdict, reason].map((part) => (part as HTMLElement | undefined)?.innerText ?? '').join('\n'));
  }, [box, isNew, results]);
}

/** The feedback on an answer: right or wrong, the reason, and a run that shows it. */
export function Feedback({ name, answer, given, isNew = false }: FeedbackProps) {
  const t = useTranslations('learn');
  const grade = useGrade(answer, given);
  const box = useRef<HTMLDivElement>(null);
  useSaidOnce(box, isNew);
  if (!grade) return <p className={styles.note}>{t('compare.waiting')}</p>;
  const { isRight, outcome } = grade;
  const counter = counterOf(name, answer, outcome);
  const verdict = given === null ? 'noted' : isRight ? 'right' : 'wrong';
  return (
    <div className={styles.feedback} data-verdict={verdict} ref={box}>
      <p className={styles.verdict} tabIndex={-1}>
        <Icon name={isRight ? 'check' : given === null ? 'dice' : 'close'} /> {t(`ask.${verdict}`)}
      </p>
      <Prose section={`${name}.${outcome}.because`} />
      {counter && (
        <p>
          <Button onClick={() => showCounter(counter)}>
            {t(counter.isFalse ? 'ask.showFalse' : 'ask.show')}
          </Button>
        </p>
      )}
    </div>
  );
}
