import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { closeTeaching, cutBeats, openTeaching } from '../../actions/teach.ts';
import { lessonNamed } from '../../lessons/course.ts';
import { learn } from '../../stores/learn.ts';
import { teach } from '../../stores/teach.ts';
import { LessonTextsProvider } from '../learn/lesson-texts.tsx';
import { ProblemList } from '../shared/ProblemList.tsx';
import { useWords } from '../shared/texts.tsx';
import { useStore } from '../shared/use-store.ts';
import styles from './Shown.module.css';

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
