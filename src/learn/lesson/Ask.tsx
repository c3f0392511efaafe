import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
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

/** What the learner has answered to a question of the open lesson; undefined = nothing yet. */
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

/** An order can be taken as it stands; everything else has to be said. */
const beginning = (question: Question): Given | undefined =>
  question.kind === 'ranking' ? question.items : undefined;

/** The control of a question, to be answered or not known. */
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
        <Button look="strong" type="submit" aria-disabled={!isReady} title={isReady ? undefined : t('first')}>
          {submitLabel}
        </Button>
        <Button look="quiet" onClick={() => onSubmit(null)}>
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
  const said = useSaid('predict', question);
  if (given !== undefined) return <p className={styles.locked}>{t('locked', { given: said(given) })}</p>;
  return (
    <AnswerForm
      name="predict"
      question={question}
      submitLabel={t('lock')}
      onSubmit={(value) => void lockPrediction(value)}
    />
  );
}

export interface AskProps {
  readonly name: QuestionName;
  readonly question: Question;
  readonly answer: Answer;
}

/** A question after the lock: answered, told why, and asked again if one likes. */
export function Ask({ name, question, answer }: AskProps) {
  const t = useTranslations('learn.ask');
  const given = useGiven(name);
  const said = useSaid(name, question);
  const [isOpen, setIsOpen] = useState(given === undefined);
  if (isOpen || given === undefined) {
    return (
      <AnswerForm
        name={name}
        question={question}
        submitLabel={t('answer')}
        onSubmit={(value) => {
          giveAnswer(name, value);
          setIsOpen(false);
        }}
      />
    );
  }
  return (
    <div className={styles.answered}>
      <p>{t('said', { given: said(given) })}</p>
      <Feedback name={name} answer={answer} given={given} />
      <p>
        <Button onClick={() => setIsOpen(true)}>{t('again')}</Button>
      </p>
    </div>
  );
}

/** How an answer is judged, as soon as the runs that decide it are counted. */
export function useGrade(answer: Answer, given: Given): Grade | undefined {
  const { results } = useLessonTexts();
  try {
    return gradeOf(answer, given, results);
  } catch {
    return undefined;
  }
}

/**
 * The run that the feedback offers: that of the outcome. The right answer to a transfer question has none of its own, but its text speaks
 * of the same run as the others' do.
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
}

/** Whether it was right, why, and a run that shows why not. */
export function Feedback({ name, answer, given }: FeedbackProps) {
  const t = useTranslations('learn');
  const grade = useGrade(answer, given);
  if (!grade) return <p className={styles.note}>{t('compare.waiting')}</p>;
  const { isRight, outcome } = grade;
  const counter = counterOf(name, answer, outcome);
  const verdict = given === null ? 'noted' : isRight ? 'right' : 'wrong';
  return (
    <div className={styles.feedback} data-verdict={verdict} role="status">
      <p className={styles.verdict}>
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
