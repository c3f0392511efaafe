import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { copyLink, presentHash } from '../../lab/link/link.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { announce, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { LESSONS, lessonNamed } from '../lessons/course.ts';
import { NOTHING, stateOf } from '../lessons/progress.ts';
import { Certificate } from './Certificate.tsx';
import styles from './Ending.module.css';
import { LessonPicture } from './LessonPicture.tsx';
import { learn, learnProgress } from './learn-state.ts';
import { beginAgain, goTo } from './lesson.ts';
import { useLessonTexts } from './lesson-texts.tsx';
import { useLessonGoal, useLessonTitle } from './lesson-words.ts';
import { Prose } from './Prose.tsx';

/** The end of a lesson: its takeaway with formula and a check of one's own system, the next lesson, and the Lab with the current runs. */
export function Ending() {
  const t = useTranslations('learn.sandbox');
  const id = useStore(learn, (state) => state.id) ?? '';
  const { passed } = useStore(learnProgress, (state) => state.lessons[id] ?? NOTHING);
  const { sections } = useLessonTexts();
  return (
    <div className={styles.ending}>
      {sections.has('takeaway') && (
        <section className={styles.takeaway} aria-labelledby="takeaway">
          <h3 id="takeaway">{t('takeaway')}</h3>
          <Prose section="takeaway" />
          {(['formula', 'measure'] as const).map(
            (name) =>
              sections.has(name) && (
                <div key={name} className={styles.part}>
                  <h4>{t(name)}</h4>
                  <Prose section={name} />
                </div>
              ),
          )}
        </section>
      )}
      {passed === undefined ? (
        <p className={styles.actions}>
          <span>{t('todo')}</span>
          <Button variant="strong" onClick={() => goTo('check')}>
            {t('toCheck')}
          </Button>
        </p>
      ) : (
        <Done id={id} />
      )}
      <NextLesson id={id} />
      <Prose section="sandbox" />
      <Further id={id} />
    </div>
  );
}

/** The lesson is passed: how far the course is, and the certificate. */
function Done({ id }: { readonly id: string }) {
  const t = useTranslations('learn.sandbox');
  const course = useTranslations('learn.course');
  const certificate = useTranslations('learn.certificate');
  const [hasCertificate, setHasCertificate] = useState(false);
  const lessons = useStore(learnProgress, (state) => state.lessons);
  const done = LESSONS.filter((lesson) => stateOf(lessons[lesson.id]) === 'done').length;
  return (
    <p className={styles.actions}>
      <b className={styles.done}>
        <Icon name="check" /> {t('done')}
      </b>
      <span>{course('progressOf', { done, all: LESSONS.length })}</span>
      <Button onClick={() => setHasCertificate(true)}>{certificate('open')}</Button>
      {hasCertificate && <Certificate id={id} onClose={() => setHasCertificate(false)} />}
    </p>
  );
}

function NextLesson({ id }: { readonly id: string }) {
  const t = useTranslations('learn.sandbox');
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const place = lessonNamed(id)?.number;
  const next = place === undefined ? undefined : LESSONS[place];
  if (!next) return null;
  return (
    <Link className={styles.next} href={`/learn/${next.id}`}>
      <span className={styles.picture}>
        <LessonPicture id={next.id} />
      </span>
      <span>
        <b>{t('next', { title: title(next.id) })}</b>
        <br />
        {goal(next.id)}
      </span>
    </Link>
  );
}

function Further({ id }: { readonly id: string }) {
  const t = useTranslations('learn.sandbox');
  const hash = usePresentHash();
  const copy = async () => announce(t((await copyLink()) ? 'copied' : 'notCopied'), { isVisible: true });
  return (
    <p className={styles.actions}>
      <a className={styles.link} href={hash}>
        {t('open')}
      </a>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <Button onClick={() => ui.setState({ dialog: 'qr' })}>{t('qr')}</Button>
      {lessonNamed(id) && (
        <Link className={styles.link} href={`/learn/practice/${id}`}>
          {t('practise')}
        </Link>
      )}
      <Link className={styles.link} href="/learn">
        {t('all')}
      </Link>
      <Button variant="quiet" onClick={() => beginAgain(id)}>
        {t('again')}
      </Button>
    </p>
  );
}

/** The Lab's address of the current stage. */
function usePresentHash(): string {
  const sides = useStore(experiment);
  const [hash, setHash] = useState('#/lab');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is made of what is on the stage
  useEffect(() => {
    let isWanted = true;
    presentHash().then((present) => isWanted && setHash(present));
    return () => {
      isWanted = false;
    };
  }, [sides]);
  return hash;
}
