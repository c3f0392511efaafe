import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { usePageTitle } from '../../ui/page-title.ts';
import { Later } from '../../ui/prompt.tsx';
import { ClassSeeds } from '../incidents/page/ClassSeeds.tsx';
import { useLessonGoal, useLessonTitle } from '../lesson/lesson-words.ts';
import { LESSONS, lessonNamed, SHORT_COURSE } from '../lessons/course.ts';
import { LessonLinks } from './LessonLinks.tsx';
import { Packages } from './Packages.tsx';
import styles from './Plan.module.css';

/** The plan of a lesson period, every lesson for a projector, and links for students. */
export function Plan() {
  const t = useTranslations('teach');
  usePageTitle(t('title'));
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
          <p className={styles.actions}>
            <Link href="/teach/class">{t('class')}</Link>
            <Link href="/teach/drive">{t('drive')}</Link>
            <Link href="/learn/write">{t('write')}</Link>
          </p>
        </header>
        <ShortCourse />
        {/* In parts: what is below the first screen does not hold up the keys. */}
        <Later>
          <AllLessons />
          <Later>
            <LessonLinks />
            <ClassSeeds />
            <Later>
              <Packages />
              <HowTo />
            </Later>
          </Later>
        </Later>
      </div>
    </div>
  );
}

/** Five lessons in sequence, with their start times. */
function ShortCourse() {
  const t = useTranslations('teach.course');
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const total = SHORT_COURSE.reduce((sum, { minutes }) => sum + minutes, 0);
  let begin = 0;
  return (
    <section className={styles.section} aria-labelledby="short-course">
      <h2 id="short-course">{t('title', { minutes: total })}</h2>
      <p className={styles.note}>{t('intro')}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('lesson')}</th>
              <th scope="col" className={styles.goal}>
                {t('goal')}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {SHORT_COURSE.map(({ id, minutes }) => {
              const from = begin;
              begin += minutes;
              return (
                <tr key={id}>
                  <td className={styles.time}>{t('span', { from, to: begin })}</td>
                  <th scope="row">
                    {t('numbered', { number: lessonNamed(id)?.number ?? 0, title: title(id) })}
                  </th>
                  <td className={styles.goal}>{goal(id)}</td>
                  <td>
                    <a href={`#/teach/${id}`} className={styles.present}>
                      {t('present')}
                    </a>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The formats of every lesson. */
const WAYS = [
  { to: '', name: 'present' },
  { to: '/handout', name: 'handout' },
  { to: '/key', name: 'key' },
] as const;

function AllLessons() {
  const t = useTranslations('teach.course');
  const title = useLessonTitle();
  return (
    <section className={styles.section} aria-labelledby="all-lessons">
      <h2 id="all-lessons">{t('all')}</h2>
      <ul className={styles.lessons}>
        {LESSONS.map(({ id, number }) => (
          <li key={id}>
            <span>{t('numbered', { number, title: title(id) })}</span>
            <span className={styles.ways}>
              {WAYS.map(({ to, name }) => (
                <a
                  key={name}
                  href={`#/teach/${id}${to}`}
                  aria-label={t(`${name}Named`, { title: title(id) })}
                >
                  {t(name)}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowTo() {
  const t = useTranslations('teach.how');
  return (
    <section className={styles.section} aria-labelledby="how">
      <h2 id="how">{t('title')}</h2>
      <ul className={styles.how}>
        {(['clicker', 'notes', 'vote', 'bridge', 'paper', 'offline'] as const).map((name) => (
          <li key={name}>{t(name)}</li>
        ))}
      </ul>
    </section>
  );
}
