import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { copyLink, presentHash } from '../../lab/link/link.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { Button } from '../../ui/Button.tsx';
import { announce, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { LESSONS, lessonNamed } from '../lessons/course.ts';
import { NOTHING } from '../lessons/progress.ts';
import { Certificate } from './Certificate.tsx';
import { learn, learnProgress } from './learn-state.ts';
import { beginAgain, goTo } from './lesson.ts';
import { useLessonTitle } from './lesson-words.ts';
import styles from './Sandbox.module.css';

/** Next steps: the Lab with the current runs, a link to it, the next lesson. */
export function Sandbox() {
  const t = useTranslations('learn.sandbox');
  const title = useLessonTitle();
  const id = useStore(learn, (state) => state.id) ?? '';
  const { passed } = useStore(learnProgress, (state) => state.lessons[id] ?? NOTHING);
  const certificate = useTranslations('learn.certificate');
  const [hasCertificate, setHasCertificate] = useState(false);
  const hash = usePresentHash();
  const place = lessonNamed(id)?.number;
  const next = place === undefined ? undefined : LESSONS[place];
  const copy = async () => announce(t((await copyLink()) ? 'copied' : 'notCopied'), { isVisible: true });
  return (
    <div className={styles.sandbox}>
      <p className={styles.actions}>
        <a className={styles.strong} href={hash}>
          {t('open')}
        </a>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
        <Button onClick={() => ui.setState({ dialog: 'qr' })}>{t('qr')}</Button>
      </p>
      {passed === undefined ? (
        <p>
          {t('todo')} <Button onClick={() => goTo('check')}>{t('toCheck')}</Button>
        </p>
      ) : (
        <p className={styles.actions}>
          <span>{t('done')}</span>
          <Button onClick={() => setHasCertificate(true)}>{certificate('open')}</Button>
        </p>
      )}
      <p className={styles.actions}>
        {next && (
          <Link className={styles.link} href={`/learn/${next.id}`}>
            {t('next', { title: title(next.id) })}
          </Link>
        )}
        <Link className={styles.link} href="/learn">
          {t('all')}
        </Link>
        <Button variant="quiet" onClick={() => beginAgain(id)}>
          {t('again')}
        </Button>
      </p>
      {hasCertificate && <Certificate id={id} onClose={() => setHasCertificate(false)} />}
    </div>
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
