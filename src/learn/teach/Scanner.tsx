import jsQR from 'jsqr';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { type ReadAnswer, readAnswer } from '../lessons/answer-code.ts';
import type { Question } from '../lessons/lesson.ts';
import { takeAnswer } from './teach-votes.ts';
import styles from './Votes.module.css';

/**
 * Codes held into a camera are large: this width in pixels is enough, and is decoded in a few milliseconds.
 */
const WIDTH = 480;
/** Time between two scans, ms. */
const EVERY_MS = 150;

/** Why there is no picture. */
type CameraProblem = 'none' | 'refused';

/**
 * Shows the camera in a video element and reports the text of every QR code; the returned function stops it.
 * Pictures stay in this page: none is stored or sent. Problems go to `onProblem`.
 */
function watchCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onProblem: (problem: CameraProblem) => void,
): () => void {
  let stream: MediaStream | undefined;
  let isWanted = true;
  const canvas = document.createElement('canvas');
  const scan = () => {
    if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return;
    canvas.width = Math.min(WIDTH, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = jsQR(data, width, height, { inversionAttempts: 'dontInvert' });
    if (found && found.data !== '') onText(found.data);
  };
  const timer = setInterval(scan, EVERY_MS);
  const begin = async () => {
    if (!navigator.mediaDevices) return onProblem('none');
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (!isWanted) return end();
      video.srcObject = stream;
      await video.play();
    } catch (error) {
      if (isWanted)
        onProblem(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none');
    }
  };
  const end = () => {
    isWanted = false;
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  void begin();
  return end;
}

export interface ScannerProps {
  readonly id: string;
  readonly question: Question;
}

/** The page's response to a scanned text. */
type Response = ReadAnswer['kind'];

/** Reads the QR codes of students' answers with the camera, or as text; each counts in its own round. */
export function Scanner({ id, question }: ScannerProps) {
  const t = useTranslations('teach.scan');
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<CameraProblem>();
  const [response, setAnswer] = useState<Response>();
  const [count, setCount] = useState(0);
  const [text, setText] = useState('');
  const last = useRef('');
  const take = useRef((read: string) => {
    // A code is scanned many times while it is held up.
    if (read === last.current) return;
    last.current = read;
    const answer = readAnswer(read, id, question);
    setAnswer(answer.kind);
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
        {response === undefined ? t('hold') : response === 'answer' ? t('answer', { count }) : t(response)}
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
