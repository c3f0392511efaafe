import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useLessonGoal, useLessonTitle } from '../lesson/lesson-words.ts';
import { LESSONS } from '../lessons/course.ts';
import { SavePackage } from '../platform/SavePackage.tsx';
import styles from './Plan.module.css';

/** A lesson, or the course, as a package for a learning platform. */
export function Packages() {
  const t = useTranslations('teach.package');
  const { language } = useWords();
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const names = useId();
  const [id, setId] = useState('');
  const chosen = LESSONS.filter((lesson) => id === '' || lesson.id === id);
  return (
    <section className={styles.section} aria-labelledby={`${names}-title`}>
      <h2 id={`${names}-title`}>{t('title')}</h2>
      <p className={styles.note}>{t('intro')}</p>
      <SavePackage
        title={id === '' ? t('courseTitle') : title(id)}
        description={id === '' ? t('courseGoal') : goal(id)}
        name={id === '' ? 'course' : id}
        language={language}
        lessons={async () =>
          chosen.map((lesson) => ({
            id: lesson.id,
            title: title(lesson.id),
            goal: goal(lesson.id),
            hash: `#/learn/${lesson.id}`,
            language,
          }))
        }
      >
        <div>
          <label htmlFor={`${names}-what`}>{t('what')}</label>
          <Select
            id={`${names}-what`}
            value={id}
            options={[
              { id: '', title: t('course') },
              ...LESSONS.map((lesson) => ({
                id: lesson.id as string,
                title: `${lesson.number}. ${title(lesson.id)}`,
              })),
            ]}
            onChoose={setId}
          />
        </div>
      </SavePackage>
    </section>
  );
}
