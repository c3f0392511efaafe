import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LANGUAGES } from '../../lib/languages.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { faultsIn } from '../lessons/faults.ts';
import { loadLesson, loadLessonText, loadReveal, loadRevealText } from '../lessons/library.ts';
import styles from './LessonPage.module.css';

/** For authors: the problems of the lesson's files. Not in the built page. */
export function Faults({ id }: { readonly id: string }) {
  const t = useTranslations('learn.page');
  const [faults, setFaults] = useState<readonly Problem[]>([]);
  useEffect(() => {
    let isWanted = true;
    const texts = (load: typeof loadLessonText) =>
      Promise.all(LANGUAGES.map(async (language) => [language, await load(id, language)] as const));
    Promise.all([loadLesson(id), loadReveal(id), texts(loadLessonText), texts(loadRevealText)])
      .then(([lesson, reveal, before, after]) =>
        faultsIn({ lesson, reveal, before: Object.fromEntries(before), after: Object.fromEntries(after) }),
      )
      .catch((error: unknown): Problem[] => [{ code: 'ENG-03', path: '', detail: String(error) }])
      .then((found) => isWanted && setFaults(found));
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (faults.length === 0) return null;
  return (
    <details className={styles.counter} open>
      <summary>{t('faults')}</summary>
      <ProblemList problems={faults} />
    </details>
  );
}
