import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { INCIDENTS } from '../incidents/incidents.ts';
import { useIncidentTexts } from '../incidents/page/use-incident-texts.ts';
import { useLessonGoal, useLessonTitle } from '../lesson/lesson-words.ts';
import { LESSONS } from '../lessons/course.ts';
import { packedIncident } from '../platform/formats.ts';
import { SavePackage } from '../platform/SavePackage.tsx';
import styles from './Plan.module.css';

/** A lesson, the course, or hidden faults as a package for a learning platform. */
export function Packages() {
  const t = useTranslations('teach.package');
  const { language } = useWords();
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const names = useId();
  const [id, setId] = useState('');
  const incident = useIncidentTexts();
  const lessons = LESSONS.filter((lesson) => id === '' || lesson.id === id).map((lesson) => ({
    id: lesson.id,
    title: title(lesson.id),
    goal: goal(lesson.id),
    hash: `#/learn/${lesson.id}`,
    language,
  }));
  const incidents = INCIDENTS.filter((each) => id === 'incidents' || id === packedIncident(each.id)).map(
    (each) => ({
      id: packedIncident(each.id),
      title: incident.title(each.id),
      goal: incident.complaint(each.id),
      hash: `#/learn/incidents/${each.id}`,
      language,
    }),
  );
  const chosen = [...lessons, ...incidents];
  const [only] = chosen.length === 1 ? chosen : [];
  return (
    <section className={styles.section} aria-labelledby={`${names}-title`}>
      <h2 id={`${names}-title`}>{t('title')}</h2>
      <p className={styles.note}>{t('intro')}</p>
      <SavePackage
        title={only?.title ?? t(id === '' ? 'courseTitle' : 'incidents')}
        description={only?.goal ?? t(id === '' ? 'courseGoal' : 'incidentsGoal')}
        name={id === '' ? 'course' : id}
        language={language}
        lessons={async () => chosen}
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
              { id: 'incidents', title: t('incidents') },
              ...INCIDENTS.map((each) => ({ id: packedIncident(each.id), title: incident.title(each.id) })),
            ]}
            onChoose={setId}
          />
        </div>
      </SavePackage>
    </section>
  );
}
