import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useStore } from '../../ui/use-store.ts';
import { learn } from '../lesson/learn-state.ts';
import { useLabels, useLessonTitle } from '../lesson/lesson-words.ts';
import { Markdown, Prose } from '../lesson/Prose.tsx';
import { type Beat, indexOf } from '../lessons/beats.ts';
import { lessonNamed, SHORT_COURSE } from '../lessons/course.ts';
import { outcomesOf } from '../lessons/grade.ts';
import type { Lesson, Reveal } from '../lessons/lesson.ts';
import { Elapsed } from './Elapsed.tsx';
import styles from './Notes.module.css';
import { rightOutcome, Truth } from './Result.tsx';
import { beatOf, goBeat, restartTimer, toggleBlank } from './teach.ts';
import { teach } from './teach-state.ts';
import { joinWindows } from './teach-windows.ts';
import { useBeatKeys, useBeatTitle } from './use-beat.ts';
import { Votes } from './Votes.tsx';

/**
 * The teacher's window: current notes, the answer, the next beat. It controls the projected page, and follows
 * it.
 */
export function Notes({ id }: { readonly id: string }) {
  const t = useTranslations('teach');
  const title = useLessonTitle();
  useEffect(() => joinWindows(true), []);
  useBeatKeys();
  usePageTitle(`${t('notes.title')} · ${title(id)}`);
  const state = useStore(teach);
  const { lesson, reveal } = useStore(learn);
  const beat = beatOf(state);
  const at = indexOf(state.beats, state.place);
  if (!beat || !lesson || !reveal) return null;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title(id)}</h1>
        <p className={styles.time}>
          <Elapsed /> {t('notes.planned', { minutes: minutesOf(id) })}
          <Button variant="small" onClick={restartTimer}>
            {t('notes.restart')}
          </Button>
        </p>
      </header>
      <p className={styles.moves}>
        <Button aria-disabled={at === 0} onClick={() => goBeat(-1)}>
          {t('bar.back')}
        </Button>
        <Button variant="strong" aria-disabled={at === state.beats.length - 1} onClick={() => goBeat(1)}>
          {t('bar.next')}
        </Button>
        <Button aria-pressed={state.isBlank} onClick={toggleBlank}>
          {t('bar.blank')}
        </Button>
        <span>{t('bar.place', { at: at + 1, all: state.beats.length })}</span>
      </p>
      <Now beat={beat} lesson={lesson} reveal={reveal} />
      <Next beat={state.beats[at + 1]} />
    </div>
  );
}

/** Minutes of the lesson in the short course, else by itself. */
const minutesOf = (id: string): number =>
  SHORT_COURSE.find((lesson) => lesson.id === id)?.minutes ?? lessonNamed(id)?.minutes ?? 0;

interface NowProps {
  readonly beat: Beat;
  readonly lesson: Lesson;
  readonly reveal: Reveal;
}

function Now({ beat, lesson, reveal }: NowProps) {
  const t = useTranslations('teach');
  const beatTitle = useBeatTitle();
  return (
    <section className={styles.now} aria-labelledby="now" data-beat={beat.kind}>
      <h2 id="now">{beatTitle(beat)}</h2>
      <p className={styles.advice}>{t(`advice.${beat.kind}`)}</p>
      {beat.text !== undefined && (
        <details className={styles.shown} open>
          <summary>{t('notes.onScreen')}</summary>
          <Markdown text={beat.text} />
        </details>
      )}
      {(beat.kind === 'question' || beat.kind === 'first') && <Votes question={lesson.predict} round={0} />}
      {(beat.kind === 'again' || beat.kind === 'second') && <Votes question={lesson.predict} round={1} />}
      {beat.kind === 'see' ? <SeeAnswer reveal={reveal} /> : <Answers lesson={lesson} reveal={reveal} />}
    </section>
  );
}

/** The correct answer, and the feedback to each answer. */
function Answers({ lesson, reveal }: Omit<NowProps, 'beat'>) {
  const t = useTranslations('teach');
  const label = useLabels('predict');
  const right = rightOutcome(reveal.predict);
  const nameOf = (outcome: string) =>
    outcome === 'low' || outcome === 'high' || outcome === 'wrong' || outcome === 'right'
      ? t(`result.${outcome}`)
      : label(outcome);
  return (
    <section className={styles.answers}>
      <h3>{t('notes.answers')}</h3>
      <Truth question={lesson.predict} answer={reveal.predict} />
      <dl>
        {outcomesOf(lesson.predict).map((outcome) => (
          <div key={outcome} data-right={outcome === right}>
            <dt>{nameOf(outcome)}</dt>
            <dd>
              <Prose section={`predict.${outcome}.because`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SeeAnswer({ reveal }: { readonly reveal: Reveal }) {
  const t = useTranslations('teach.notes');
  const label = useLabels('see');
  const { question, answer } = reveal.see;
  const right = rightOutcome(answer);
  return (
    <section className={styles.answers}>
      <h3>{t('answers')}</h3>
      <dl>
        {outcomesOf(question).map((outcome) => (
          <div key={outcome} data-right={outcome === right}>
            <dt>{label(outcome)}</dt>
            <dd>
              <Prose section={`see.${outcome}.because`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Next({ beat }: { readonly beat: Beat | undefined }) {
  const t = useTranslations('teach.notes');
  const beatTitle = useBeatTitle();
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next">{t('next', { name: beat ? beatTitle(beat) : t('nothing') })}</h2>
      {beat?.text !== undefined && <Markdown text={beat.text} />}
    </section>
  );
}
