import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { showAgain } from '../../actions/teach.ts';
import { studentAddress } from '../../actions/teach-windows.ts';
import type { Beat } from '../../lessons/beats.ts';
import type { Lesson, Reveal } from '../../lessons/lesson.ts';
import { learn } from '../../stores/learn.ts';
import { teach } from '../../stores/teach.ts';
import { QrCode } from '../export/QrCode.tsx';
import { PublishedValues } from '../learn/Comparison.tsx';
import { Markdown } from '../learn/Prose.tsx';
import { Knobs } from '../learn/Try.tsx';
import styles from './BeatContent.module.css';
import { Options } from './Options.tsx';
import { Result } from './Result.tsx';
import { useBeatTitle } from './titles.ts';
import { Votes } from './Votes.tsx';

/** What a beat says, and what belongs beside its words. */
export function BeatContent({ beat }: { readonly beat: Beat }) {
  const beatTitle = useBeatTitle();
  const { lesson, reveal } = useStore(learn);
  if (!lesson || !reveal) return null;
  return (
    <div className={styles.content}>
      <h2 id="beat-title" className={styles.title}>
        {beatTitle(beat)}
      </h2>
      {beat.text !== undefined && <Markdown text={beat.text} />}
      <Beside beat={beat} lesson={lesson} reveal={reveal} />
    </div>
  );
}

interface BesideProps {
  readonly beat: Beat;
  readonly lesson: Lesson;
  readonly reveal: Reveal;
}

function Beside({ beat, lesson, reveal }: BesideProps): ReactNode {
  const isLast = beat.part === beat.parts - 1;
  switch (beat.kind) {
    case 'question':
    case 'again':
      return isLast ? <Question lesson={lesson} isAgain={beat.kind === 'again'} /> : null;
    case 'first':
      return <Votes question={lesson.predict} round={0} />;
    case 'second':
      return <Votes question={lesson.predict} round={1} />;
    case 'see':
      return isLast ? <Options name="see" question={reveal.see.question} /> : null;
    case 'result':
      return <Result lesson={lesson} reveal={reveal} />;
    case 'published':
      return <PublishedValues values={reveal.published ?? []} />;
    case 'vary':
      return isLast ? <Knobs paths={reveal.vary.knobs} onReset={showAgain} /> : null;
    default:
      return null;
  }
}

/** The question with what can be answered, and the way to it for phones. */
function Question({ lesson, isAgain }: { readonly lesson: Lesson; readonly isAgain: boolean }) {
  const t = useTranslations('teach.question');
  const id = useStore(teach, (state) => state.id) ?? '';
  return (
    <div className={styles.question}>
      <div className={styles.asked}>
        {isAgain && <p className={styles.task}>{t('discuss')}</p>}
        <Options name="predict" question={lesson.predict} />
      </div>
      <figure className={styles.phone}>
        <QrCode text={studentAddress(id)} label={t('code')} />
        <figcaption>{t('phone')}</figcaption>
      </figure>
    </div>
  );
}
