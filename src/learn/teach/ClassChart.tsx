import { useTranslations } from 'use-intl';
import { answerLines, classAnswers } from '../../charts/class-answers.ts';
import { classCurves } from '../../charts/class-curves.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import type { Grade } from '../lessons/grade.ts';
import type { Question } from '../lessons/lesson.ts';
import { type Round, totalOf } from '../lessons/votes.ts';
import {
  classCurvesOf,
  shownRounds,
  useClassCurvesWords,
  useClassRows,
  useClassWords,
} from './use-class-answers.ts';
import styles from './Votes.module.css';

export interface ClassChartProps {
  readonly question: Question;
  readonly rounds: readonly Round[];
  /** The correct answer, once it is shown. */
  readonly grade?: Grade | undefined;
}

/** The answers of the class and, once it is shown, the correct one. */
export function ClassChart({ question, rounds, grade }: ClassChartProps) {
  const t = useTranslations('teach.votes');
  const shown = shownRounds(rounds);
  const last = shown.at(-1);
  const total = last ? totalOf(last) : 0;
  return (
    <div className={styles.chart}>
      {question.kind === 'curve' ? (
        <Curves question={question} round={last} grade={grade} />
      ) : (
        <Bars question={question} rounds={shown} grade={grade} />
      )}
      {shown.length > 1 && question.kind !== 'curve' && (
        <p className={styles.legend}>
          <span data-round="first">{t('first')}</span>
          <span data-round="second">{t('second')}</span>
        </p>
      )}
      {total > 0 && <p className={styles.total}>{t('total', { count: total })}</p>}
    </div>
  );
}

function Bars({ question, rounds, grade }: ClassChartProps) {
  const t = useTranslations('teach.votes');
  const data = useClassRows(question, rounds, grade);
  const words = useClassWords(question);
  return (
    <SpecFigure
      spec={classAnswers}
      title={t(question.kind === 'allocation' ? 'sharesTitle' : 'title')}
      data={data}
      words={words}
      lines={Math.max(4, answerLines(data))}
    />
  );
}

interface CurvesProps {
  readonly question: Extract<Question, { kind: 'curve' }>;
  readonly round: Round | undefined;
  readonly grade: Grade | undefined;
}

function Curves({ question, round, grade }: CurvesProps) {
  const t = useTranslations('teach.votes');
  const words = useClassCurvesWords(question);
  if (!round) return null;
  const data = classCurvesOf(question, round, grade);
  return <SpecFigure spec={classCurves} title={t('curvesTitle')} data={data} words={words} lines={16} />;
}
