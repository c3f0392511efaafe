import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { readFile } from '../../lab/settings/file.ts';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton, JSON_FILES, LESSON_FILES } from '../../ui/FileButton.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useGrowing } from '../../ui/use-growing.ts';
import { useStore } from '../../ui/use-store.ts';
import { type CourseEntry, LESSONS, lessonNamed, MODULES } from '../lessons/course.ts';
import { shareOf, stateOf } from '../lessons/progress.ts';
import { lessonHash } from '../write/custom-lesson.ts';
import styles from './Course.module.css';
import { CourseMap } from './CourseMap.tsx';
import { LessonPicture } from './LessonPicture.tsx';
import { learnProgress } from './learn-state.ts';
import { useLearningResource } from './learning-resource.ts';
import { savedProgress, takeProgress } from './lesson.ts';
import { useLessonGoal, useLessonTitle } from './lesson-words.ts';

/** The course: where to go on, the path, a card for each lesson, own lessons. */
export function Course() {
  const t = useTranslations('learn.course');
  const words = useWords();
  const title = useLessonTitle();
  const progress = useStore(learnProgress, ({ lessons }) => lessons);
  const minutes = LESSONS.reduce((sum, lesson) => sum + lesson.minutes, 0);
  const next = LESSONS.find(({ id }) => stateOf(progress[id]) !== 'done');
  useLearningResource();
  // A part for each module, and one for what follows them.
  const parts = useGrowing(MODULES.length + 1, 1);
  usePageTitle(t('title'));
  return (
    <div className={styles.page}>
      <div className={styles.course}>
        <header className={styles.header}>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
          <p className={styles.note}>
            {t('total', { count: LESSONS.length, hours: words.number(Math.round(minutes / 30) / 2) })}
          </p>
          {next && (
            <Link className={styles.begin} href={`/learn/${next.id}`}>
              {t('lesson', { action: t(ACTIONS[stateOf(progress[next.id])]), number: next.number })}{' '}
              <span>{title(next.id)}</span>
            </Link>
          )}
        </header>
        <CourseMap next={next?.id} />
        {MODULES.slice(0, parts).map((module) => (
          <Module key={module} module={module} />
        ))}
        {/* Earlier, the growing list would push it out of sight with the focus on it. */}
        {parts > MODULES.length && (
          <>
            <ProgressBox />
            <OwnBox />
            <p className={styles.files}>
              <Link href="/glossary">{t('glossary')}</Link>
              <Link href="/model">{t('model')}</Link>
              <Link href="/learn/practice">{t('practice')}</Link>
              <Link href="/learn/incidents">{t('incidents')}</Link>
              <Link href="/learn/class">{t('class')}</Link>
              <Link href="/accessibility">{t('accessibility')}</Link>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function Module({ module }: { readonly module: string }) {
  const t = useTranslations('learn.course.module');
  const lessons = LESSONS.filter((lesson) => lesson.module === module);
  if (lessons.length === 0) return null;
  return (
    <section className={styles.module}>
      <h2>{t(module as 'request')}</h2>
      <ol className={styles.lessons}>
        {lessons.map((lesson) => (
          <Card key={lesson.id} lesson={lesson} />
        ))}
      </ol>
    </section>
  );
}

const ACTIONS = { new: 'start', begun: 'resume', done: 'again' } as const;

/** A lesson: its system, its goal, and what it builds on. */
function Card({ lesson }: { readonly lesson: CourseEntry }) {
  const t = useTranslations('learn.course');
  const words = useWords();
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const progress = useStore(learnProgress, ({ lessons }) => lessons[lesson.id]);
  const state = stateOf(progress);
  const needs = lesson.needs.flatMap((id) => lessonNamed(id)?.number ?? []);
  return (
    <li className={styles.lesson} data-state={state}>
      <div className={styles.picture}>
        <LessonPicture id={lesson.id} />
      </div>
      <div className={styles.about}>
        <h3>
          <span className={styles.number} aria-hidden="true">
            {state === 'done' ? <Icon name="check" /> : lesson.number}
          </span>
          <Link href={`/learn/${lesson.id}`}>{title(lesson.id)}</Link>
        </h3>
        <p>{goal(lesson.id)}</p>
        <p className={styles.note}>
          {t('about', { minutes: lesson.minutes })} · {t(`level.${lesson.level}`)} ·{' '}
          {t(state, state === 'begun' ? { share: words.percent(Number(shareOf(progress).toFixed(2))) } : {})}
          {needs.length > 0 && <> · {t('needs', { lessons: needs.join(', ') })}</>}
        </p>
      </div>
    </li>
  );
}

/** Lessons outside the course: written here, or opened from a file. */
function OwnBox() {
  const t = useTranslations('learn.course.own');
  const open = async (file: File) => {
    const text = await readFile(file);
    const isText = typeof text === 'string' && text.trim() !== '';
    if (isText) location.hash = await lessonHash(text);
    else announce(t('refused'), { isVisible: true });
  };
  return (
    <section className={styles.progress} aria-labelledby="own-title">
      <h2 id="own-title">{t('title')}</h2>
      <FileDrop label={t('open')} onFiles={([file]) => void open(file)}>
        <p>{t('intro')}</p>
        <p className={styles.files}>
          <Link href="/learn/write">{t('write')}</Link>
          <FileButton label={t('open')} accept={LESSON_FILES} onFiles={([file]) => void open(file)} />
        </p>
      </FileDrop>
    </section>
  );
}

/** The overall progress, and its export. */
function ProgressBox() {
  const t = useTranslations('learn.course');
  const lessons = useStore(learnProgress, (state) => state.lessons);
  const done = LESSONS.filter(({ id }) => stateOf(lessons[id]) === 'done').length;
  const open = async (file: File) => {
    const text = await readFile(file);
    const isTaken = typeof text === 'string' && takeProgress(text);
    announce(t(isTaken ? 'taken' : 'refused'), { isVisible: true });
  };
  return (
    <section className={styles.progress} aria-labelledby="progress-title">
      <h2 id="progress-title">{t('progress')}</h2>
      <p>
        <Progress value={done} max={LESSONS.length} label={t('progress')} />{' '}
        {t('progressOf', { done, all: LESSONS.length })}
      </p>
      <p className={styles.files}>
        <span>{t('local')}</span>
        <Button onClick={() => saveText('roundtrip-progress.json', savedProgress(), 'application/json')}>
          {t('save')}
        </Button>
        <FileButton label={t('open')} accept={JSON_FILES} onFiles={([file]) => void open(file)} />
      </p>
    </section>
  );
}
