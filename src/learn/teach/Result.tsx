import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useGrade } from '../lesson/Ask.tsx';
import { useLabels, useSaid } from '../lesson/lesson-words.ts';
import { Prose } from '../lesson/Prose.tsx';
import { outcomesOf } from '../lessons/grade.ts';
import type { Answer, Lesson, Question, Reveal } from '../lessons/lesson.ts';
import { totalOf } from '../lessons/votes.ts';
import styles from './BeatContent.module.css';
import { ClassChart } from './ClassChart.tsx';
import { showWorld } from './teach.ts';
import { teach } from './teach-state.ts';
import { useRounds } from './use-class-answers.ts';

export interface ResultProps {
  readonly lesson: Lesson;
  readonly reveal: Reveal;
}

/** The outcome of a right answer. */
export const rightOutcome = (answer: Answer): string => (answer.kind === 'choice' ? answer.right : 'right');

/** The model's answer to the question, the reason, and the hypothetical systems of wrong answers. */
export function Result({ lesson, reveal }: ResultProps) {
  const t = useTranslations('teach.result');
  const world = useStore(teach, (state) => state.world);
  const outcome = world ?? rightOutcome(reveal.predict);
  return (
    <>
      {world === undefined ? (
        <>
          <Truth question={lesson.predict} answer={reveal.predict} />
          <ClassAgainstModel lesson={lesson} reveal={reveal} />
        </>
      ) : (
        <p className={styles.world}>
          {t(reveal.predict.counters?.[world]?.isFalse ? 'falseWorld' : 'counter')}
        </p>
      )}
      <Prose section={`predict.${outcome}.because`} />
      <Worlds lesson={lesson} reveal={reveal} />
    </>
  );
}

/** The class's answers next to the model's; nothing without answers. */
function ClassAgainstModel({ lesson, reveal }: ResultProps) {
  const rounds = useRounds();
  const grade = useGrade(reveal.predict, null);
  if (rounds.every((round) => totalOf(round) === 0)) return null;
  return <ClassChart question={lesson.predict} rounds={rounds} grade={grade} />;
}

/** The right answer from the runs. */
export function Truth({ question, answer }: { readonly question: Question; readonly answer: Answer }) {
  const t = useTranslations('teach.result');
  const waiting = useTranslations('learn.compare');
  const formatAnswer = useSaid('predict', question);
  const correct = useGrade(answer, null)?.correct;
  return (
    <p className={styles.truth}>
      <span>{t('model')}</span> <b>{correct === undefined ? waiting('waiting') : formatAnswer(correct)}</b>
    </p>
  );
}

/** Each wrong answer with a counter-run. */
function Worlds({ lesson, reveal }: ResultProps) {
  const t = useTranslations('teach.result');
  const label = useLabels('predict');
  const world = useStore(teach, (state) => state.world);
  const { counters = {} } = reveal.predict;
  const wrong = outcomesOf(lesson.predict).filter((outcome) => Object.hasOwn(counters, outcome));
  if (wrong.length === 0) return null;
  const nameOf = (outcome: string) =>
    outcome === 'low' || outcome === 'high' || outcome === 'wrong' ? t(outcome) : label(outcome);
  return (
    <div className={styles.worlds}>
      <span>{t('worlds')}</span>
      {wrong.map((outcome) => (
        <Button
          key={outcome}
          aria-pressed={world === outcome}
          onClick={() => showWorld(world === outcome ? undefined : outcome)}
        >
          {nameOf(outcome)}
        </Button>
      ))}
    </div>
  );
}
