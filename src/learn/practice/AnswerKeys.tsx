import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { engineProblem } from '../../lab/run/engines.ts';
import { saveText } from '../../lib/download.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import type { Classroom } from '../class/classroom.ts';
import { useLessonTitle, useUnits } from '../lesson/lesson-words.ts';
import { LESSONS, type LessonId } from '../lessons/course.ts';
import { answerKey, type KeyRow, keyCsv, numbersText } from './answer-key.ts';
import { KINDS } from './fresh.ts';
import styles from './PracticePage.module.css';

/** Problems with other numbers for each student of a class, and their answers. */
export function AnswerKeys({ classroom }: { readonly classroom: Classroom }) {
  const t = useTranslations('practice.key');
  const { language } = useWords();
  const title = useLessonTitle();
  const [lesson, setLesson] = useState<LessonId>(LESSONS[0]?.id ?? '');
  const [done, setDone] = useState<number>();
  const [rows, setRows] = useState<readonly KeyRow[]>([]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const newest = useRef(0);
  // A key belongs to one lesson and one class list: another one ends what is being made.
  const clear = () => {
    newest.current++;
    setRows([]);
    setProblems([]);
    setDone(undefined);
  };
  const { roster } = classroom;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the list before is not the list's key
  useEffect(() => {
    clear();
    return () => void newest.current++;
  }, [roster]);
  if (roster.length === 0) return null;
  const make = async () => {
    clear();
    const token = newest.current;
    const isWanted = () => newest.current === token;
    setDone(0);
    try {
      const found = await answerKey(classroom, lesson, language, isWanted, setDone);
      if (found && isWanted()) setRows(found);
    } catch (error) {
      setProblems([engineProblem(error)]);
    }
    if (isWanted()) setDone(undefined);
  };
  return (
    <section className={styles.section} aria-labelledby="answer-keys">
      <h2 id="answer-keys">{t('title')}</h2>
      <p className={styles.note}>{t('intro')}</p>
      <div className={styles.actions}>
        <Select
          label={t('lesson')}
          value={lesson}
          options={LESSONS.map(({ id, number }) => ({ id, title: `${number}. ${title(id)}` }))}
          onChoose={(id) => {
            setLesson(id);
            clear();
          }}
        />
        <Button aria-disabled={done !== undefined} onClick={() => done === undefined && void make()}>
          {t('make')}
        </Button>
        {done !== undefined && (
          <Progress value={done} max={roster.length * KINDS.length} label={t('making')} />
        )}
        {rows.length > 0 && (
          <Button onClick={() => saveText(`roundtrip-key-${lesson}.csv`, keyCsv(rows), 'text/csv')}>
            {t('save')}
          </Button>
        )}
      </div>
      <ProblemList problems={problems} />
      {rows.length > 0 && <KeyTable rows={rows} />}
    </section>
  );
}

function KeyTable({ rows }: { readonly rows: readonly KeyRow[] }) {
  const t = useTranslations('practice.key');
  const step = useTranslations('learn.step');
  const text = useUnits();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('student')}</th>
            <th scope="col">{t('problem')}</th>
            <th scope="col">{t('numbers')}</th>
            <th scope="col">{t('right')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ student, kind, numbers, unit, right }) => (
            <tr key={`${student.id} ${kind}`}>
              <th scope="row">{student.name}</th>
              <td>{step(kind)}</td>
              <td>{numbersText(numbers)}</td>
              <td>{text(unit, right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
