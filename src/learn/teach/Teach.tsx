import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Route, Switch } from 'wouter';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { learn } from '../lesson/learn-state.ts';
import { LessonTextsProvider } from '../lesson/lesson-texts.tsx';
import { lessonNamed } from '../lessons/course.ts';
import { Handout } from './Handout.tsx';
import { Notes } from './Notes.tsx';
import { Plan } from './Plan.tsx';
import { Presenter } from './Presenter.tsx';
import styles from './Teach.module.css';
import { closeTeaching, cutBeats, openTeaching } from './teach.ts';
import { teach } from './teach-state.ts';

const ClassPage = lazy(() =>
  import('../class/ClassPage.tsx').then((module) => ({ default: module.ClassPage })),
);

const DrivePage = lazy(() =>
  import('../drive/DrivePage.tsx').then((module) => ({ default: module.DrivePage })),
);

interface ShownProps {
  readonly id: string;
  /** Mounted once the lesson is loaded. */
  readonly children: ReactNode;
}

/** Loads a lesson with its answers and splits it into beats. */
function Shown({ id, children }: ShownProps) {
  const t = useTranslations('learn.page');
  const { language } = useWords();
  const { reveal, failure } = useStore(learn);
  const isCut = useStore(teach, ({ beats }) => beats.length > 0);
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  useEffect(() => {
    void openTeaching(id);
    return closeTeaching;
  }, [id]);
  useEffect(() => {
    if (reveal) void cutBeats(language);
  }, [language, reveal]);
  if (!lessonNamed(id)) {
    return (
      <div className={styles.waiting}>
        <h1>{t('unknown')}</h1>
        <p>
          <Link href="/teach">{t('back')}</Link>
        </p>
      </div>
    );
  }
  const waiting = <p className={styles.waiting}>{t('loading')}</p>;
  return (
    <>
      <ProblemList problems={failures} takesFocus />
      {reveal && isCut ? (
        <LessonTextsProvider id={id} fallback={waiting}>
          {children}
        </LessonTextsProvider>
      ) : (
        waiting
      )}
    </>
  );
}

/** The window of a lesson: projector, notes or paper. */
function contentOf(id: string, window: string | undefined): ReactNode {
  if (window === 'notes') return <Notes id={id} />;
  if (window === 'handout' || window === 'key') return <Handout id={id} isKey={window === 'key'} />;
  return <Presenter id={id} />;
}

/** The teacher's page: the plan of a lesson period, lessons for a projector, notes. */
export function Teach() {
  return (
    <Switch>
      <Route path="/teach/class">
        <Suspense>
          <ClassPage />
        </Suspense>
      </Route>
      <Route path="/teach/drive">
        <Suspense>
          <DrivePage />
        </Suspense>
      </Route>
      <Route path="/teach/:id/:window?">
        {({ id, window }) => (
          <Shown key={`${id} ${window}`} id={id}>
            {contentOf(id, window)}
          </Shown>
        )}
      </Route>
      <Route>
        <Plan />
      </Route>
    </Switch>
  );
}
