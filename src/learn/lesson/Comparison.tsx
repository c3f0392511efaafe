import { useTranslations } from 'use-intl';
import { predictedCurve } from '../../charts/predicted-curve.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { figureOf } from '../lessons/figures.ts';
import type { Given, Grade } from '../lessons/grade.ts';
import type { Answer, Published, Question, Unit } from '../lessons/lesson.ts';
import { useGrade } from './Ask.tsx';
import styles from './Comparison.module.css';
import { useLessonTexts } from './lesson-texts.tsx';
import { useCurveWords, useLabels, useSaid, useUnits } from './lesson-words.ts';
import { Prose } from './Prose.tsx';

export interface ComparisonProps {
  readonly question: Question;
  readonly answer: Answer;
  readonly given: Given;
}

/** The learner's prediction next to the model's result. */
export function Comparison({ question, answer, given }: ComparisonProps) {
  const t = useTranslations('learn.compare');
  const grade = useGrade(answer, given);
  if (!grade) return <p className={styles.note}>{t('waiting')}</p>;
  if (question.kind === 'curve') return <Curves question={question} given={given} grade={grade} />;
  if (question.kind === 'allocation') return <Shares given={given} grade={grade} parts={question.parts} />;
  if (question.kind === 'number')
    return (
      <Bars
        rows={[
          { who: t('you'), value: typeof given === 'number' ? given : undefined },
          { who: t('model'), value: grade.correct as number },
        ]}
        unit={question.unit}
      />
    );
  return <Words question={question} answer={answer} given={given} grade={grade} />;
}

/** Options and orders as text. */
function Words({ question, answer, given, grade }: ComparisonProps & { readonly grade: Grade }) {
  const t = useTranslations('learn.compare');
  const formatAnswer = useSaid('predict', question);
  const label = useLabels('predict');
  const text = useUnits();
  const { results } = useLessonTexts();
  const by = answer.kind === 'ranking' && answer.by && answer.unit ? answer : undefined;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('caption')}</caption>
      <tbody>
        <tr>
          <th scope="row">{t('you')}</th>
          <td>{formatAnswer(given)}</td>
        </tr>
        <tr>
          <th scope="row">{t('model')}</th>
          <td>
            {by
              ? by.right.map((item) => (
                  <span key={item} className={styles.ranked}>
                    {label(item)}{' '}
                    <b>{text(by.unit as Unit, figureOf(by.by?.[item] ?? Number.NaN, results))}</b>
                  </span>
                ))
              : formatAnswer(grade.correct)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

interface Bar {
  readonly who: string;
  readonly value: number | undefined;
}

/** Bars with values, on a linear scale: a logarithmic one would hide large differences. */
function Bars({ rows, unit }: { readonly rows: readonly Bar[]; readonly unit: Unit }) {
  const t = useTranslations('learn.compare');
  const text = useUnits();
  const maximum = unit === 'percent' ? 100 : Number.MIN_VALUE;
  const max = Math.max(...rows.map(({ value }) => value ?? 0), maximum);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('caption')}</caption>
      <tbody>
        {rows.map(({ who, value }, index) => (
          <tr key={who}>
            <th scope="row">{who}</th>
            <td className={styles.value}>{value === undefined ? '–' : text(unit, value)}</td>
            <td className={styles.bar} aria-hidden="true">
              <span
                data-who={index === 0 ? 'you' : 'model'}
                style={{ inlineSize: `${(100 * Math.max(0, value ?? 0)) / max}%` }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SharesProps {
  readonly parts: readonly string[];
  readonly given: Given;
  readonly grade: Grade;
}

function Shares({ parts, given, grade }: SharesProps) {
  const t = useTranslations('learn.compare');
  const label = useLabels('predict');
  const text = useUnits();
  const correct = grade.correct as Readonly<Record<string, number>>;
  const shares = (given ?? {}) as Readonly<Record<string, number>>;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('part')}</th>
          <th scope="col">{t('you')}</th>
          <th scope="col">{t('model')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part}>
            <th scope="row">{label(part)}</th>
            <td className={styles.value}>{given === null ? '–' : text('percent', shares[part])}</td>
            <td className={styles.value}>{text('percent', correct[part])}</td>
            <td className={styles.bar} aria-hidden="true">
              <span data-who="you" style={{ inlineSize: `${shares[part] ?? 0}%` }} />
              <span data-who="model" style={{ inlineSize: `${correct[part] ?? 0}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CurvesProps {
  readonly question: Extract<Question, { kind: 'curve' }>;
  readonly given: Given;
  readonly grade: Grade;
}

function Curves({ question, given, grade }: CurvesProps) {
  const t = useTranslations('learn.compare');
  const words = useCurveWords('predict', question);
  const { x, min, max } = question;
  const drawn = given === null ? undefined : (given as readonly number[]);
  const data = { x, min, max, drawn, model: grade.correct as readonly number[] };
  return <SpecFigure spec={predictedCurve} title={t('curveTitle')} data={data} words={words} lines={17} />;
}

/** Published measurements with their sources, next to the model. */
export function PublishedValues({ values }: { readonly values: readonly Published[] }) {
  const t = useTranslations('learn.compare');
  const text = useUnits();
  const { results } = useLessonTexts();
  return (
    <section className={styles.published}>
      <h3>{t('published')}</h3>
      <ul>
        {values.map(({ id, value, unit, model, source }) => (
          <li key={id}>
            <p>
              <Prose section={`published.${id}`} isInline /> <b>{text(unit, value)}</b>{' '}
              <cite>{t('source', { source })}</cite>
            </p>
            <p>
              {t('modelThere')} <b>{text(unit, figureOf(model, results))}</b>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
