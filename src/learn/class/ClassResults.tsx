import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { type LessonId, lessonNamed } from '../lessons/course.ts';
import type { Outcome } from '../platform/outcome.ts';
import styles from './ClassPage.module.css';
import { classState } from './class-state.ts';
import { answerTo, begunLessons, type ClassRow, classCsv, classRows, QUESTIONS } from './class-table.ts';
import type { Classroom } from './classroom.ts';
import { Misconceptions } from './Misconceptions.tsx';

/** The table of the class and the ranking of its misconceptions; nothing without results. */
export function ClassResults({ classroom }: { readonly classroom: Classroom }) {
  const t = useTranslations('class.results');
  const { results, outcomes } = useStore(classState);
  const rows = useMemo(
    () => classRows(classroom.roster, results, ({ signature }) => outcomes?.get(signature) ?? {}),
    [classroom, results, outcomes],
  );
  if (results.length === 0) return null;
  const missing = rows.filter(({ state }) => state === 'missing');
  const unlisted = rows.filter(({ state }) => state === 'unlisted');
  return (
    <>
      <section className={styles.section} aria-labelledby="class-results">
        <h2 id="class-results">{t('title')}</h2>
        <p role="status">
          {t('collected', { count: results.length })}
          {missing.length > 0 && ` ${t('missing', { count: missing.length })}`}
          {unlisted.length > 0 &&
            classroom.roster.length > 0 &&
            ` ${t('unlisted', { count: unlisted.length })}`}
          {!outcomes && ` ${t('grading')}`}
        </p>
        <Table rows={rows} hasRoster={classroom.roster.length > 0} />
        <p className={styles.actions}>
          <Button
            aria-disabled={!outcomes}
            onClick={() => outcomes && saveText('roundtrip-results.csv', classCsv(rows), 'text/csv')}
          >
            {t('save')}
          </Button>
        </p>
      </section>
      <Misconceptions rows={rows} />
    </>
  );
}

interface TableProps {
  readonly rows: readonly ClassRow[];
  readonly hasRoster: boolean;
}

/** Students by lessons, or by the questions of one lesson. */
function Table({ rows, hasRoster }: TableProps) {
  const t = useTranslations('class.results');
  const step = useTranslations('learn.step');
  const title = useLessonTitle();
  const [chosen, setChosen] = useState<LessonId | ''>('');
  const lessons = begunLessons(rows);
  const lesson = lessons.find((id) => id === chosen);
  const numbered = (id: LessonId) => `${lessonNamed(id)?.number}. ${title(id)}`;
  return (
    <>
      <label className={styles.choice}>
        <span>{t('show')}</span>
        <Select
          label={t('show')}
          value={lesson ?? ''}
          options={[{ id: '', title: t('all') }, ...lessons.map((id) => ({ id, title: numbered(id) }))]}
          onChoose={setChosen}
        />
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('student')}</th>
              {lesson
                ? QUESTIONS.map((name) => (
                    <th key={name} scope="col">
                      {step(name)}
                    </th>
                  ))
                : lessons.map((id) => (
                    <th key={id} scope="col" title={title(id)}>
                      {lessonNamed(id)?.number}
                      <span className={styles.hidden}> {title(id)}</span>
                    </th>
                  ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.state} ${row.student.id}`} data-state={row.state}>
                <th scope="row">
                  {row.student.name}{' '}
                  {row.state === 'unlisted' && hasRoster && <small>{t('notListed')}</small>}
                  {row.state === 'missing' && <small>{t('noFile')}</small>}
                  {row.results && !row.results.isOwnLink && <small>{t('sharedLink')}</small>}
                </th>
                {lesson ? (
                  <Answers outcome={row.outcomes[lesson]} />
                ) : (
                  lessons.map((id) => <Score key={id} outcome={row.outcomes[id]} />)
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{t('key')}</p>
    </>
  );
}

function Score({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useTranslations('class.results');
  const words = useWords();
  if (!outcome) return <td>–</td>;
  return (
    <td data-complete={outcome.isComplete}>
      {words.percent(Number(outcome.score.toFixed(2)))}
      {!outcome.isComplete && <small> {t('open')}</small>}
    </td>
  );
}

function Answers({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useTranslations('class.results');
  return QUESTIONS.map((question) => {
    const answer = answerTo(outcome, question);
    // Goals on the stage have no answer.
    const isPassed = question === 'check' && outcome?.isChecked === true;
    const verdict = answer
      ? answer.isRight === null
        ? 'unknown'
        : answer.isRight
          ? 'right'
          : 'wrong'
      : isPassed
        ? 'right'
        : 'none';
    return (
      <td key={question} data-verdict={verdict}>
        {t(`verdict.${verdict}`)}
      </td>
    );
  });
}
