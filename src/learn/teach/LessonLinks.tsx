import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { SaveStandalone, saveStandalone } from '../../lab/export/SaveStandalone.tsx';
import { copyText } from '../../lab/link/link.ts';
import { isOnThisMachine } from '../../lab/link/share.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { LESSONS } from '../lessons/course.ts';
import { STEPS, type StepName } from '../lessons/lesson.ts';
import styles from './Plan.module.css';
import { lessonAddress } from './teach-windows.ts';

/** The link for students: a lesson, whole or up to a step, also as a QR code. */
export function LessonLinks() {
  const t = useTranslations('teach.links');
  const local = useTranslations('teach.code');
  const step = useTranslations('learn.step');
  const title = useLessonTitle();
  const names = useId();
  const [id, setId] = useState(LESSONS[0]?.id ?? '');
  const [stop, setStop] = useState<StepName | undefined>('predict');
  const [hasCode, setHasCode] = useState(false);
  const address = lessonAddress(id, stop);
  const copy = async () => announce(t((await copyText(address)) ? 'copied' : 'refused'), { isVisible: true });
  return (
    <section className={styles.section} aria-labelledby={`${names}-title`}>
      <h2 id={`${names}-title`}>{t('title')}</h2>
      <p className={styles.note}>{t('intro')}</p>
      <div className={styles.form}>
        <div>
          <label htmlFor={`${names}-lesson`}>{t('lesson')}</label>
          <Select
            id={`${names}-lesson`}
            value={id}
            options={LESSONS.map((lesson) => ({
              id: lesson.id as string,
              title: `${lesson.number}. ${title(lesson.id)}`,
            }))}
            onChoose={setId}
          />
        </div>
        <div>
          <label htmlFor={`${names}-until`}>{t('until')}</label>
          <Select
            id={`${names}-until`}
            value={stop ?? ''}
            options={[
              ...STEPS.slice(STEPS.indexOf('predict'), -1).map((id) => ({ id, title: step(id) })),
              { id: '', title: t('whole') },
            ]}
            onChoose={(id) => setStop(id || undefined)}
          />
        </div>
      </div>
      <p className={styles.note}>{t(stop === 'predict' ? 'locked' : stop ? 'partly' : 'everything')}</p>
      <p className={styles.address}>
        <a href={address}>{address}</a>
      </p>
      <p className={styles.actions}>
        <Button onClick={copy}>{t('copy')}</Button>
        <Button aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
          {t('code')}
        </Button>
      </p>
      {isOnThisMachine() && <p className={styles.note}>{local('local')}</p>}
      <p className={styles.note}>{t('lab')}</p>
      <p className={styles.note}>{t('file')}</p>
      <p className={styles.actions}>
        <SaveStandalone save={() => saveStandalone(`#/learn/${id}`, `roundtrip-${id}`)} />
      </p>
      {hasCode && (
        <QrCode className={styles.code} text={address} label={t('codeLabel', { title: title(id) })} />
      )}
    </section>
  );
}
