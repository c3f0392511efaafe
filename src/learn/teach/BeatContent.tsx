import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { isOnThisMachine } from '../../lab/link/share.ts';
import { useStore } from '../../ui/use-store.ts';
import { PublishedValues } from '../lesson/Comparison.tsx';
import { learn } from '../lesson/learn-state.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { Markdown } from '../lesson/Prose.tsx';
import { Knobs } from '../lesson/Try.tsx';
import type { Beat } from '../lessons/beats.ts';
import { SHORT_COURSE } from '../lessons/course.ts';
import type { Lesson, Reveal } from '../lessons/lesson.ts';
import { totalOf } from '../lessons/votes.ts';
import styles from './BeatContent.module.css';
import { voteAddress } from './class-vote.ts';
import { Options } from './Options.tsx';
import { Result } from './Result.tsx';
import { showAgain } from './teach.ts';
import { teach } from './teach-state.ts';
import { lessonAddress, studentAddress } from './teach-windows.ts';
import { useBeatTitle } from './use-beat.ts';
import { useRounds } from './use-class-answers.ts';
import { ClassVote, Votes } from './Votes.tsx';

/** The content of a beat. */
export function BeatContent({ beat }: { readonly beat: Beat }) {
  const beatTitle = useBeatTitle();
  const { lesson, reveal } = useStore(learn);
  if (!lesson || !reveal) return null;
  return (
    <div className={styles.content}>
      <h2 id="beat-title" className={styles.title}>
        {beatTitle(beat)}
      </h2>
      {beat.slide !== undefined && (
        <div className={styles.slide}>
          <Markdown text={beat.slide} />
        </div>
      )}
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
  switch (beat.kind) {
    case 'question':
    case 'again':
      return <Question lesson={lesson} isAgain={beat.kind === 'again'} />;
    case 'first':
      return <Votes question={lesson.predict} round={0} />;
    case 'second':
      return <Votes question={lesson.predict} round={1} />;
    case 'see':
      return <Options name="see" question={reveal.see.question} />;
    case 'result':
      return <Result lesson={lesson} reveal={reveal} />;
    case 'published':
      return <PublishedValues values={reveal.published ?? []} />;
    case 'end':
      return <After />;
    case 'vary':
      return <Knobs paths={reveal.vary.knobs} onReset={showAgain} />;
    default:
      return null;
  }
}

/** The question with its options, and the link for phones. */
function Question({ lesson, isAgain }: { readonly lesson: Lesson; readonly isAgain: boolean }) {
  const t = useTranslations('teach.question');
  const vote = useStore(teach, (state) => state.vote);
  const id = useStore(teach, (state) => state.id) ?? '';
  // A QR code that no phone can open is not shown.
  const hasCode = !isOnThisMachine() || (vote !== undefined && vote.origins.length > 0);
  return (
    <div className={styles.question}>
      <div className={styles.asked}>
        {isAgain && <p className={styles.task}>{t('discuss')}</p>}
        <Options name="predict" question={lesson.predict} />
        <LiveCount round={isAgain ? 1 : 0} />
        <ClassVote id={id} hasCode={hasCode} />
      </div>
      {hasCode && (
        <Phone
          text={vote ? voteAddress(id, vote) : studentAddress(id)}
          caption={t('phone')}
          label={t('code')}
        />
      )}
    </div>
  );
}

/** The number of answers so far, large. */
function LiveCount({ round }: { readonly round: 0 | 1 }) {
  const t = useTranslations('teach.votes');
  const count = totalOf(useRounds()[round]);
  const isOpen = useStore(teach, ({ vote }) => vote !== undefined);
  if (!isOpen && count === 0) return null;
  return (
    <p className={styles.live} role="status">
      {t('total', { count })}
    </p>
  );
}

interface PhoneProps {
  readonly text: string;
  readonly caption: string;
  readonly label: string;
}

/** A link for phones. */
function Phone({ text, caption, label }: PhoneProps) {
  return (
    <figure className={styles.phone}>
      <QrCode text={text} label={label} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Links for the students' next lesson, and for the class. */
function After() {
  const t = useTranslations('teach.end');
  const title = useLessonTitle();
  const id = useStore(teach, (state) => state.id) ?? '';
  const at = SHORT_COURSE.findIndex((lesson) => lesson.id === id);
  const next = at < 0 ? undefined : SHORT_COURSE[at + 1];
  return (
    <div className={styles.question}>
      <div className={styles.asked}>
        <p>{t('home')}</p>
        {next && (
          <p>
            <a href={`#/teach/${next.id}`}>{t('next', { title: title(next.id) })}</a>
          </p>
        )}
      </div>
      {!isOnThisMachine() && (
        <Phone text={lessonAddress(id, undefined)} caption={t('whole')} label={t('code')} />
      )}
    </div>
  );
}
