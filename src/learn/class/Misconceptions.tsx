import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Language } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useIncidentTexts } from '../incidents/page/use-incident-texts.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { type LessonId, lessonNamed } from '../lessons/course.ts';
import { loadLessonText, loadRevealText } from '../lessons/library.ts';
import type { Sections } from '../lessons/text.ts';
import styles from './ClassPage.module.css';
import type { ClassRow } from './class-table.ts';
import { type LessonMisconception, misconceptionsIn, type WrongCause } from './misconceptions.ts';

/** Most that are listed; a class discusses a few. */
const MOST = 20;

/** Wrong answers by frequency; nothing without one. */
export function Misconceptions({ rows }: { readonly rows: readonly ClassRow[] }) {
  const t = useTranslations('class.misconceptions');
  const found = useMemo(() => misconceptionsIn(rows).slice(0, MOST), [rows]);
  if (found.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="class-misconceptions">
      <h2 id="class-misconceptions">{t('title')}</h2>
      <p className={styles.note}>{t('intro')}</p>
      <ol className={styles.ranking}>
        {found.map((one) =>
          'incident' in one ? (
            <IncidentItem key={`${one.incident} ${one.cause}`} one={one} />
          ) : (
            <LessonItem key={`${one.lesson} ${one.question} ${one.outcome}`} one={one} />
          ),
        )}
      </ol>
    </section>
  );
}

function IncidentItem({ one }: { readonly one: WrongCause }) {
  const t = useTranslations('class.misconceptions');
  const causeText = useTranslations('incidents.causes');
  const texts = useIncidentTexts();
  const { incident, cause, students, answered } = one;
  return (
    <li>
      <p>
        <b>{t('share', { count: students.length, answered })}</b>
        {' · '}
        {t('wrongCause', { title: texts.title(incident), cause: causeText(cause) })}
      </p>
      <p className={styles.note}>{students.join(', ')}</p>
    </li>
  );
}

function LessonItem({ one }: { readonly one: LessonMisconception }) {
  const t = useTranslations('class.misconceptions');
  const step = useTranslations('learn.step');
  const title = useLessonTitle();
  const { lesson, question, outcome, students, answered } = one;
  return (
    <li>
      <p>
        <b>{t('share', { count: students.length, answered })}</b>
        {' · '}
        {t('where', {
          number: lessonNamed(lesson)?.number ?? 0,
          title: title(lesson),
          step: step(question),
        })}
        {': '}
        <AnswerText lesson={lesson} section={`${question}.${outcome}`} outcome={outcome} />
      </p>
      <p className={styles.note}>{students.join(', ')}</p>
    </li>
  );
}

interface AnswerTextProps {
  readonly lesson: LessonId;
  readonly section: string;
  readonly outcome: string;
}

const KINDS = ['low', 'high', 'wrong'] as const;

/** An option in its own words, or which way a number is wrong. */
function AnswerText({ lesson, section, outcome }: AnswerTextProps) {
  const t = useTranslations('class.misconceptions');
  const { language } = useWords();
  const load = useMemo(
    () =>
      async (chosen: Language): Promise<Sections> => {
        const halves = await Promise.all([loadLessonText(lesson, chosen), loadRevealText(lesson, chosen)]);
        return new Map(halves.flatMap((half) => [...half]));
      },
    [lesson],
  );
  const sections = useLoaded(load, language);
  const kind = KINDS.find((name) => name === outcome);
  const option = sections?.get(section)?.replaceAll(/[*`]/g, '');
  return option === undefined && kind ? t(kind) : t('option', { option: option ?? '…' });
}
