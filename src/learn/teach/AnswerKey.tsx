import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type CurveData, predictedCurve } from '../../charts/predicted-curve.ts';
import { SvgTree } from '../../lab/results/SvgTree.tsx';
import { valueText } from '../../lab/settings/value-text.ts';
import { paletteOf } from '../../lib/palette.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { useWords } from '../../ui/texts.tsx';
import { useGrade } from '../lesson/Ask.tsx';
import { useCurveWords, useLabels, useSaid } from '../lesson/lesson-words.ts';
import { Prose } from '../lesson/Prose.tsx';
import { outcomesOf } from '../lessons/grade.ts';
import type { Answer, Lesson, Question, QuestionName, Reveal } from '../lessons/lesson.ts';
import { checkQuestion } from '../lessons/runs.ts';
import styles from './Handout.module.css';
import { rightOutcome } from './Result.tsx';

/** A part of a printed sheet. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Width of a drawing on the sheet, CSS pixels: full width for empty axes, one column with the answer. */
const WIDTH = { axes: 660, curve: 320 };

interface PaperCurveProps {
  readonly name: QuestionName;
  readonly question: Extract<Question, { kind: 'curve' }>;
  /** The model's values on the teacher's sheet; absent: empty axes. */
  readonly model?: readonly number[];
}

/** Axes on paper. */
export function PaperCurve({ name, question, model }: PaperCurveProps) {
  const t = useTranslations('teach.handout');
  const words = useCurveWords(name, question);
  const { x, min, max } = question;
  const data: CurveData = { x, min, max, drawn: undefined, model };
  const kind = model ? 'curve' : 'axes';
  const box = { width: WIDTH[kind], height: 160, fontSize: 11 };
  return (
    <div role="img" aria-label={t(kind)}>
      <SvgTree node={predictedCurve.draw(data, box, paletteOf('light'), words)} />
    </div>
  );
}

export interface AnswerKeyProps {
  readonly lesson: Lesson;
  readonly reveal: Reveal;
}

/**
 * Every question of a lesson with its answer, the feedback to each wrong one, and a solution of the check.
 */
export function AnswerKey({ lesson, reveal }: AnswerKeyProps) {
  const t = useTranslations('teach.handout');
  const step = useTranslations('learn.step');
  const checkItem = checkQuestion(reveal);
  return (
    <div className={styles.columns}>
      <Part title={step('predict')}>
        <Prose section="predict" />
        <Answers name="predict" question={lesson.predict} answer={reveal.predict} />
      </Part>
      <Part title={step('see')}>
        <Answers name="see" question={reveal.see.question} answer={reveal.see.answer} />
      </Part>
      <Part title={t('because')}>
        <Prose section="model" />
      </Part>
      <Part title={step('check')}>
        <ul>
          {(reveal.check.goals ?? []).map(({ id }) => (
            <li key={id}>
              <Prose section={`check.${id}`} isInline />
            </li>
          ))}
        </ul>
        <Solution reveal={reveal} />
        {checkItem && <Answers name="check" question={checkItem.question} answer={checkItem.answer} />}
      </Part>
      <Part title={step('transfer')}>
        <Prose section="transfer" />
        <Answers name="transfer" question={reveal.transfer.question} answer={reveal.transfer.answer} />
      </Part>
    </div>
  );
}

interface AnswersProps {
  readonly name: QuestionName;
  readonly question: Question;
  readonly answer: Answer;
}

function Answers({ name, question, answer }: AnswersProps) {
  const t = useTranslations('teach.result');
  const label = useLabels(name);
  const formatAnswer = useSaid(name, question);
  const correct = useGrade(answer, null)?.correct;
  const right = rightOutcome(answer);
  const nameOf = (outcome: string) =>
    outcome === 'low' || outcome === 'high' || outcome === 'wrong' ? t(outcome) : label(outcome);
  return (
    <dl className={styles.answers}>
      <div data-right="true">
        <dt>✓ {correct === undefined ? '…' : formatAnswer(correct)}</dt>
        <dd>
          {question.kind === 'curve' && isCurve(correct) && (
            <PaperCurve name={name} question={question} model={correct} />
          )}
          <Prose section={`${name}.${right}.because`} />
        </dd>
      </div>
      {outcomesOf(question)
        .filter((outcome) => outcome !== right)
        .map((outcome) => (
          <div key={outcome}>
            <dt>{nameOf(outcome)}</dt>
            <dd>
              <Prose section={`${name}.${outcome}.because`} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

const isCurve = (correct: unknown): correct is readonly number[] =>
  Array.isArray(correct) && correct.every((value) => typeof value === 'number');

/** A solution of the goals, setting by setting. */
function Solution({ reveal }: { readonly reveal: Reveal }) {
  const t = useTranslations('teach.handout');
  const words = useWords();
  const { a = {}, b = {} } = reveal.check.solution ?? {};
  const edits = [
    ...Object.entries(a).map(([path, value]) => ({ side: 'A', path, value })),
    ...Object.entries(b).map(([path, value]) => ({ side: 'B', path, value })),
  ];
  if (edits.length === 0) return null;
  return (
    <p>
      {t('way')}{' '}
      {edits.map(({ side, path, value }) => {
        const field = fieldNamed(path);
        return (
          <span key={`${side} ${path}`} className={styles.edit}>
            {Object.keys(b).length > 0 && `${side}: `}
            {field ? words.field(field) : path} = {field ? valueText(field, value, words) : String(value)}
          </span>
        );
      })}
    </p>
  );
}
