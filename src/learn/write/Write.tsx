import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../lessons/custom-lesson.ts';
import { judgeOwnLesson } from './custom-lesson.ts';
import { bringBack, keepMine, replaceDraft, takeOther, writeDraft } from './custom-lesson-draft.ts';
import { FaultList } from './FaultList.tsx';
import { learnDraft } from './learn-draft-state.ts';
import { Preview } from './Preview.tsx';
import { Beginnings, Toolbar, takeFile } from './Toolbar.tsx';
import { useDraft } from './use-draft.ts';
import styles from './Write.module.css';
import { WriteHelp } from './WriteHelp.tsx';

/** How long nobody types before the lesson is read again, ms. */
const PAUSE_MS = 500;

/** What the text says, a moment after it was last changed. */
function useReading(text: string): Reading | undefined {
  const [reading, setReading] = useState<Reading>();
  useEffect(() => {
    let isWanted = true;
    if (text.trim() === '') return setReading(undefined);
    const timer = setTimeout(() => {
      judgeOwnLesson(text)
        .catch((error: unknown): Reading => {
          const detail = error instanceof Error ? error.message : String(error);
          const faults = [{ code: 'ENG-03', path: '', detail } as const];
          return { own: undefined, faults, located: (fault) => fault };
        })
        .then((next) => isWanted && setReading(next));
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text]);
  return reading;
}

/** Where a teacher writes a lesson: the text at the left, the lesson at the right. */
export function Write() {
  const t = useTranslations('write');
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, isKept } = useStore(learnDraft);
  const reading = useReading(text);
  useDraft();
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  return (
    <div className={styles.page}>
      <div className={styles.editor}>
        <header className={styles.header}>
          <Link href="/learn">{t('back')}</Link>
          <h1>{t('title')}</h1>
          <p className={styles.note}>{t('intro')}</p>
        </header>
        <OtherTab />
        <FileDrop label={t('place')} onFiles={([file]) => void takeFile(file, t('notText'))}>
          <Toolbar text={text} title={reading?.own?.title} hasFaults={(reading?.faults.length ?? 0) > 0} />
          <label className={styles.label} htmlFor="lesson-text">
            {t('label')}
          </label>
          <textarea
            ref={field}
            id="lesson-text"
            className={styles.text}
            spellCheck={false}
            aria-describedby="lesson-kept"
            value={text}
            onChange={(event) => writeDraft(event.target.value)}
          />
          <p id="lesson-kept" className={styles.note} data-wrong={!isKept}>
            {t(isKept ? 'kept' : 'notKept')}
          </p>
        </FileDrop>
        {reading && <FaultList faults={reading.faults} field={field} />}
        <WriteHelp />
      </div>
      {text.trim() === '' ? (
        <section className={styles.empty} aria-labelledby="begin-title">
          <h2 id="begin-title">{t('begin.title')}</h2>
          <p>{t('begin.intro')}</p>
          <Beginnings onText={replaceDraft} />
        </section>
      ) : (
        <Preview own={reading?.own} isBroken={reading !== undefined && reading.own === undefined} />
      )}
    </div>
  );
}

/** What was there before, and what another tab has written: nothing is replaced without a way back. */
function OtherTab() {
  const t = useTranslations('write.other');
  const { former, other } = useStore(learnDraft);
  if (other !== undefined) {
    return (
      <div className={styles.other} role="alert">
        <p>{t('changed')}</p>
        <p className={styles.actions}>
          <Button look="small" onClick={takeOther}>
            {t('take')}
          </Button>
          <Button look="small" onClick={keepMine}>
            {t('mine')}
          </Button>
        </p>
      </div>
    );
  }
  if (former === undefined) return null;
  return (
    <p className={styles.note}>
      {t('former')}{' '}
      <Button look="small" onClick={bringBack}>
        {t('bringBack')}
      </Button>
    </p>
  );
}
