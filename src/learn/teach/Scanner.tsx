import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { type ReadAnswer, readAnswer } from '../lessons/answer-code.ts';
import type { Question } from '../lessons/lesson.ts';
import { type CameraProblem, watchCamera } from './read-code.ts';
import { takeAnswer } from './teach-votes.ts';
import styles from './Votes.module.css';

export interface ScannerProps {
  readonly id: string;
  readonly question: Question;
}

/** What the page says to a text that was read. */
type Said = ReadAnswer['kind'];

/** Reads the codes of the students' answers, with the camera or as text; each counts in the round that it says. */
export function Scanner({ id, question }: ScannerProps) {
  const t = useTranslations('teach.scan');
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<CameraProblem>();
  const [said, setSaid] = useState<Said>();
  const [count, setCount] = useState(0);
  const [text, setText] = useState('');
  const last = useRef('');
  const take = useRef((read: string) => {
    // A code is seen many times while it is held up.
    if (read === last.current) return;
    last.current = read;
    const answer = readAnswer(read, id, question);
    setSaid(answer.kind);
    if (answer.kind !== 'answer') return;
    takeAnswer(answer.round, answer.answered);
    setCount((before) => before + 1);
  });
  useEffect(() => (video.current ? watchCamera(video.current, take.current, setProblem) : undefined), []);
  return (
    <div className={styles.scanner}>
      {problem ? (
        <p>{t(problem)}</p>
      ) : (
        <video ref={video} className={styles.video} muted playsInline aria-label={t('picture')} />
      )}
      <p role="status">
        {said === undefined ? t('hold') : said === 'answer' ? t('answer', { count }) : t(said)}
      </p>
      <form
        className={styles.typed}
        onSubmit={(event) => {
          event.preventDefault();
          last.current = '';
          take.current(text);
          setText('');
        }}
      >
        <label>
          <span>{t('typed')}</span>
          <input type="text" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <Button type="submit">{t('take')}</Button>
      </form>
    </div>
  );
}
