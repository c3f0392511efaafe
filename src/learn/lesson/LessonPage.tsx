import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Headline } from '../../lab/page/Headline.tsx';
import { OnePanel } from '../../lab/page/OnePanel.tsx';
import { Panels } from '../../lab/page/Panels.tsx';
import { Problems, TransportBar } from '../../lab/page/parts.tsx';
import { StagePane } from '../../lab/page/StagePane.tsx';
import { run } from '../../lab/run/run-state.ts';
import { usePlayheadValue } from '../../lab/stage-view/use-playhead.ts';
import type { Player } from '../../model/playback/player.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { lessonNamed } from '../lessons/course.ts';
import { STEPS, type StepName } from '../lessons/lesson.ts';
import { isLesson, ownLesson } from '../lessons/library.ts';
import { isOpen, NOTHING } from '../lessons/progress.ts';
import { PlatformNote } from '../platform/PlatformNote.tsx';
import { Faults } from './Faults.tsx';
import styles from './LessonPage.module.css';
import { learn, learnProgress } from './learn-state.ts';
import { useLearningResource } from './learning-resource.ts';
import { goTo, hideCounter, leaveLesson, openLesson, setupOf, showKeptStep } from './lesson.ts';
import { LessonTextsProvider } from './lesson-texts.tsx';
import { useLessonTitle } from './lesson-words.ts';
import { Step } from './Step.tsx';

const AnswerCode = lazy(() =>
  import('../teach/AnswerCode.tsx').then((module) => ({ default: module.AnswerCode })),
);
/** A lesson: its text next to the stage. */
export function LessonPage({ id }: { readonly id: string }) {
  const t = useTranslations('learn.page');
  const stop = stopOf(useSyncExternalStore(onAddress, () => location.hash));
  if (!isLesson(id)) {
    return (
      <div className={styles.unknown}>
        <h1>{t('unknown')}</h1>
        <p>
          <Link href="/learn">{t('back')}</Link>
        </p>
      </div>
    );
  }
  return <OpenLesson key={`${id} ${stop}`} id={id} stop={stop} />;
}

/** `?stop=reveal`: the last step of the lesson for this link. */
function stopOf(hash: string): StepName | undefined {
  const stop = /[?&]stop=(\w+)/.exec(hash)?.[1];
  return STEPS.find((step) => step === stop);
}

/** A link may open the same lesson with another last step; the router compares the path only. */
function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

function OpenLesson({ id, stop }: { readonly id: string; readonly stop: StepName | undefined }) {
  const t = useTranslations('learn.page');
  useEffect(() => {
    void openLesson(id, stop);
    addEventListener('popstate', showKeptStep);
    return () => {
      removeEventListener('popstate', showKeptStep);
      leaveLesson();
    };
  }, [id, stop]);
  const isHeld = useStore(ui, (state) => state.isHeld);
  return (
    <LessonTextsProvider id={id} fallback={<p className={styles.waiting}>{t('loading')}</p>}>
      <div className={styles.page}>
        <Text id={id} />
        <div className={styles.centre}>
          <Problems />
          <CounterNote />
          {!isHeld && <Headline isLesson />}
          <ErrorBoundary>
            <StagePane />
          </ErrorBoundary>
          {isHeld ? <Held /> : <Opened />}
        </div>
      </div>
    </LessonTextsProvider>
  );
}

/** Below the stage before the lock: why nothing can be changed, and a pause for the preview. */
function Held() {
  const t = useTranslations('learn.page');
  const isPreview = useStore(learn, ({ step }) => step === 'hook');
  const player = useStore(run, (state) => state.player);
  return (
    <p className={styles.held}>
      {t(isPreview ? 'preview' : 'held')} {isPreview && player && <PreviewPause player={player} />}
    </p>
  );
}

function PreviewPause({ player }: { readonly player: Player }) {
  const t = useTranslations('transport');
  const playing = usePlayheadValue(player, (now) => now.playing);
  return (
    <Button variant="small" onClick={() => (playing ? player.pause() : player.play())}>
      {t(playing ? 'pause' : 'play')}
    </Button>
  );
}

/** The content below the stage after the lock: the panel that the step needs, and all of them on request. */
function Opened() {
  const t = useTranslations('learn.page');
  const { lesson, reveal, step, counter } = useStore(learn);
  const [hasAll, setHasAll] = useState(false);
  const panel = (counter?.stage ?? setupOf(step, lesson, reveal))?.panel;
  return (
    <>
      <TransportBar />
      {hasAll ? (
        <div className={styles.results}>
          <ErrorBoundary>
            <Panels />
          </ErrorBoundary>
        </div>
      ) : (
        panel && (
          <div className={styles.results}>
            <OnePanel name={panel} />
          </div>
        )
      )}
      <p className={styles.more}>
        <Button variant="quiet" aria-pressed={hasAll} onClick={() => setHasAll(!hasAll)}>
          {t('panels')}
        </Button>
      </p>
    </>
  );
}

/** Notes that a counter-run is on the stage, and whether such a system exists. */
function CounterNote() {
  const t = useTranslations('learn.page');
  const counter = useStore(learn, (state) => state.counter);
  const note = useRef<HTMLParagraphElement>(null);
  // On a narrow screen the stage is below the text: it scrolls into view with the requested run.
  useEffect(() => {
    if (counter) note.current?.scrollIntoView({ block: 'start' });
  }, [counter]);
  if (!counter) return null;
  return (
    <p ref={note} className={styles.counter} role="status">
      <span>{t(counter.isFalse ? 'falseWorld' : 'counter')}</span>
      <Button variant="small" onClick={hideCounter}>
        {t('hideCounter')}
      </Button>
    </p>
  );
}

function Text({ id }: { readonly id: string }) {
  useLearningResource(id);
  const number = lessonNamed(id)?.number;
  const t = useTranslations('learn');
  const title = useLessonTitle();
  const { step, lesson, failure, stop } = useStore(learn);
  const heading = useRef<HTMLHeadingElement>(null);
  const column = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Moves the focus to the start of the new step, for keyboards and screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the moment when the step changes
  useEffect(() => {
    if (!isFirst.current) {
      column.current?.scrollTo(0, 0);
      heading.current?.focus();
    }
    isFirst.current = false;
  }, [step]);
  usePageTitle(`${title(id)} · ${t('course.title')}`);
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  return (
    <article ref={column} className={styles.text}>
      <header className={styles.header}>
        <div>
          <Link href="/learn">{t('page.back')}</Link> ·{' '}
          {number === undefined ? t('page.own') : t('page.number', { number })}
        </div>
        <h1 lang={ownLesson(id)?.language}>{title(id)}</h1>
        <StepList id={id} />
      </header>
      <PlatformNote />
      <ProblemList problems={failures} takesFocus />
      {import.meta.env.DEV && (
        <Suspense>
          <Faults id={id} />
        </Suspense>
      )}
      <section className={styles.step} aria-labelledby="step-title" data-step={step}>
        <h2 ref={heading} id="step-title" tabIndex={-1}>
          {t(`step.${step}`)}
        </h2>
        {lesson && (
          <ErrorBoundary key={step}>
            <Step lesson={lesson} />
          </ErrorBoundary>
        )}
      </section>
      {step === stop ? <p className={styles.held}>{t('page.stop')}</p> : <Next id={id} />}
      {lesson && step === 'predict' && stop === 'predict' && (
        <Suspense>
          <AnswerCode id={id} question={lesson.predict} />
        </Suspense>
      )}
    </article>
  );
}

/** The nine steps; open ones are links. */
function StepList({ id }: { readonly id: string }) {
  const t = useTranslations('learn');
  const present = useStore(learn, (state) => state.step);
  const progress = useStore(learnProgress, (state) => state.lessons[id] ?? NOTHING);
  return (
    <nav aria-label={t('page.steps')}>
      <ol className={styles.steps}>
        {STEPS.map((step, index) => {
          const open = isOpen(progress, step);
          const name = t('page.step', { number: index + 1, all: STEPS.length, name: t(`step.${step}`) });
          return (
            <li key={step}>
              <button
                type="button"
                aria-label={open ? name : `${name} (${t('page.notYet')})`}
                title={t(`step.${step}`)}
                aria-current={step === present ? 'step' : undefined}
                aria-disabled={!open}
                data-seen={index <= progress.reached}
                onClick={() => goTo(step)}
              >
                {index + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Next({ id }: { readonly id: string }) {
  const t = useTranslations('learn.page');
  const step = useStore(learn, (state) => state.step);
  const progress = useStore(learnProgress, (state) => state.lessons[id] ?? NOTHING);
  const next = STEPS[STEPS.indexOf(step) + 1];
  // Locking the prediction continues automatically.
  if (!next || !isOpen(progress, next)) return null;
  return (
    <p className={styles.next}>
      <Button variant="strong" onClick={() => goTo(next)}>
        {t('next')}
      </Button>
    </p>
  );
}
