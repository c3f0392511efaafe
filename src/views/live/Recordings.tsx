import { type DragEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { openRecording, playSample } from '../../actions/measurement.ts';
import { measurement } from '../../stores/measurement.ts';
import { Button } from '../shared/Button.tsx';
import styles from './Live.module.css';

/** Real runs that come with the page, by the names of their files in `public/recordings`. */
const SAMPLES = ['nodeRedisShared', 'ioredisShared', 'nodeRedis1ms'] as const;

/** Real runs that are played without a bridge: those of the page, and files of the reader's. */
export function Recordings() {
  const t = useTranslations('real.recordings');
  const isIdle = useStore(measurement, (state) => state.status === 'idle');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void openRecording(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      className={styles.drop}
      data-over={isOver}
      aria-label={t('label')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <h2 className={styles.title}>{t('label')}</h2>
      <p className={styles.soft}>{t('intro')}</p>
      <ul className={styles.samples}>
        {SAMPLES.map((id) => (
          <li key={id}>
            <Button disabled={!isIdle} onClick={() => void playSample(id)}>
              {t(`samples.${id}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.row}>
        <Button disabled={!isIdle} onClick={() => input.current?.click()}>
          {t('open')}
        </Button>{' '}
        <span className={styles.soft}>{t('drop')}</span>
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </section>
  );
}
