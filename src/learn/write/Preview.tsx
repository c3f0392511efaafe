import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { LessonPage } from '../lesson/LessonPage.tsx';
import { goTo } from '../lesson/lesson.ts';
import type { OwnLesson } from '../lessons/custom-lesson.ts';
import { beginPreview, endPreview, PREVIEW, previewLesson } from './custom-lesson.ts';
import styles from './Write.module.css';

export interface PreviewProps {
  /** Absent while nothing can be shown. */
  readonly own: OwnLesson | undefined;
  /** Whether faults prevent the text from being shown. */
  readonly isBroken: boolean;
}

/** The lesson as learners see it; while the text is broken, its last valid state. */
export function Preview({ own, isBroken }: PreviewProps) {
  const t = useTranslations('write.preview');
  const [isOpen, setIsOpen] = useState(true);
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (!own) return;
    previewLesson(own);
    setIsThere(true);
  }, [own]);
  return (
    <section className={styles.preview} aria-label={t('title')}>
      <div className={styles.bar}>
        <label>
          <Checkbox isOn={isOpen} onChange={setIsOpen} /> {t('open')}
        </label>
        <p role="status" className={styles.note} data-wrong={isBroken}>
          {t(isBroken ? (isThere ? 'before' : 'nothing') : 'live')}
        </p>
      </div>
      {isThere && <Lesson key={String(isOpen)} isOpen={isOpen} />}
    </section>
  );
}

function Lesson({ isOpen }: { readonly isOpen: boolean }) {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    beginPreview(isOpen);
    setIsReady(true);
    return endPreview;
  }, [isOpen]);
  return isReady ? <FromTheBeginning /> : null;
}

/** All steps may be open, and yet it starts with the first. */
function FromTheBeginning() {
  useEffect(() => goTo('hook'), []);
  return <LessonPage id={PREVIEW} />;
}
