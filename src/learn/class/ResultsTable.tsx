import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useIncidentTexts } from '../incidents/page/use-incident-texts.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { type LessonId, lessonNamed } from '../lessons/course.ts';
import type { Outcome } from '../platform/outcome.ts';
import styles from './ClassPage.module.css';
import { answerTo, begunIncidents, begunLessons, type ClassRow, QUESTIONS } from './class-table.ts';
import { useIncidentView, type View } from './use-incident-view.tsx';

type Choice = '' | 'incidents' | `lesson ${LessonId}` | `incident ${string}`;

interface TableProps {
  readonly rows: readonly ClassRow[];
  readonly hasRoster: boolean;
}

/** Students by lessons or hidden faults, or by the parts of one of them. */
export function ResultsTable({ rows, hasRoster }: TableProps) {
  const t = useTranslations('class.results');
  const title = useLessonTitle();
  const incidentTexts = useIncidentTexts();
  const [chosen, setChosen] = useState<Choice>('');
  const lessons = begunLessons(rows);
  const incidents = begunIncidents(rows);
  const lessonView = useLessonView(lessons);
  const incidentView = useIncidentView(incidents);
  const options: readonly { readonly id: Choice; readonly title: string }[] = [
    ...(lessons.length > 0 || incidents.length === 0 ? [{ id: '' as const, title: t('all') }] : []),
    ...lessons.map((id) => ({
      id: `lesson ${id}` as const,
      title: `${lessonNamed(id)?.number}. ${title(id)}`,
    })),
    ...(incidents.length > 0 ? [{ id: 'incidents' as const, title: t('allIncidents') }] : []),
    ...incidents.map((id) => ({ id: `incident ${id}` as const, title: incidentTexts.title(id) })),
  ];
  const choice = options.find(({ id }) => id === chosen)?.id ?? options[0]?.id ?? '';
  const [kind = '', id] = choice.split(' ');
  const view = kind.startsWith('incident') ? incidentView(id) : lessonView(id);
  return (
    <>
      <div className={styles.choice}>
        <span aria-hidden="true">{t('show')}</span>
        <Select label={t('show')} value={choice} options={options} onChoose={setChosen} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('student')}</th>
              {view.heads.map(({ key, head, title: full }) => (
                <th key={key} scope="col" title={full}>
                  {head}
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
                {view.cells(row)}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{t(kind.startsWith('incident') ? 'incidentKey' : 'key')}</p>
    </>
  );
}

/** The columns of one lesson, or of all. */
function useLessonView(lessons: readonly LessonId[]): (chosen: LessonId | undefined) => View {
  const step = useTranslations('learn.step');
  const title = useLessonTitle();
  return (chosen) =>
    chosen === undefined
      ? {
          heads: lessons.map((id) => ({
            key: id,
            title: title(id),
            head: (
              <>
                {lessonNamed(id)?.number}
                <span className={styles.hidden}> {title(id)}</span>
              </>
            ),
          })),
          cells: ({ outcomes }) => lessons.map((id) => <Score key={id} outcome={outcomes[id]} />),
        }
      : {
          heads: QUESTIONS.map((name) => ({ key: name, head: step(name) })),
          cells: ({ outcomes }) => <Answers outcome={outcomes[chosen]} />,
        };
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
