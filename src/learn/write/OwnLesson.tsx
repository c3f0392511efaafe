import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { prose } from '../../charts/prose.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { LessonPage } from '../lesson/LessonPage.tsx';
import { ownLesson } from '../lessons/library.ts';
import { judgeOwnLesson, openOwnLesson, saveLesson, textInHash } from './custom-lesson.ts';
import { learnDraft, replaceDraft } from './custom-lesson-draft.ts';
import styles from './OwnLesson.module.css';
import { useDraft } from './use-draft.ts';

interface Found {
  readonly text: string;
  readonly id: string | undefined;
  readonly problems: readonly Problem[];
}

const UNREADABLE: Found = { text: '', id: undefined, problems: [{ code: 'LES-31', path: '' }] };

async function find(hash: string): Promise<Found> {
  const text = await textInHash(hash);
  if (text === undefined) return UNREADABLE;
  const { own, faults } = await judgeOwnLesson(text);
  return { text, id: own && openOwnLesson(own), problems: own ? [] : faults };
}

function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** A custom lesson from a link or a file, as a learner sees it. */
export function OwnLesson() {
  const t = useTranslations('write.opened');
  const hash = useSyncExternalStore(onAddress, () => location.hash);
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let isWanted = true;
    find(hash)
      .catch((error: unknown): Found => {
        const detail = error instanceof Error ? error.message : String(error);
        return { ...UNREADABLE, problems: [{ code: 'ENG-03', path: '', detail }] };
      })
      .then((next) => isWanted && setFound(next));
    return () => {
      isWanted = false;
    };
  }, [hash]);
  if (!found) return <p className={styles.waiting}>{t('loading')}</p>;
  const { text, id, problems } = found;
  const lesson = id === undefined ? undefined : ownLesson(id);
  if (id === undefined || !lesson) {
    return (
      <div className={styles.refused}>
        <h1>{t('refused')}</h1>
        <ProblemList problems={problems} takesFocus />
        <p className={styles.actions}>
          {text !== '' && <ToEditor text={text} />}
          <Link href="/learn">{t('back')}</Link>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <aside className={styles.note} aria-label={t('note')}>
        <p>
          {prose([
            lesson.author === undefined ? t('foreign') : t('foreignBy', { author: lesson.author }),
            t('kept'),
          ])}
        </p>
        <p className={styles.actions}>
          <Button variant="small" onClick={() => saveLesson(text, lesson.title)}>
            {t('save')}
          </Button>
          <ToEditor text={text} />
        </p>
      </aside>
      <LessonPage id={id} />
    </div>
  );
}

/** Opens the text in the editor; the current draft can be restored. */
function ToEditor({ text }: { readonly text: string }) {
  const t = useTranslations('write.opened');
  const [, navigate] = useLocation();
  useDraft();
  return (
    <Button
      variant="small"
      onClick={() => {
        if (learnDraft.getState().text !== text) replaceDraft(text);
        navigate('/learn/write');
      }}
    >
      {t('edit')}
    </Button>
  );
}
