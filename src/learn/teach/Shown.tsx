import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { learn } from '../lesson/learn-state.ts';
import { LessonTextsProvider } from '../lesson/lesson-texts.tsx';
import { lessonNamed } from '../lessons/course.ts';
import styles from './Shown.module.css';
import { closeTeaching, cutBeats, openTeaching } from './teach.ts';
import { teach } from './teach-state.ts';

export interface ShownProps {
  readonly id: string;
  /** Mounted once the lesson is there. */
  readonly children: ReactNode;
}

/** A lesson that is shown to a class, or looked at beside it: loaded, with its answers, and cut into beats. */
export function Shown({ id, children }: ShownProps) {
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
