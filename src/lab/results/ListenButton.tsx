import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../charts/chart.ts';
import { melodyOf } from '../../charts/melody.ts';
import { Button } from '../../ui/Button.tsx';
import { type Playing, playMelody } from '../sound/play-melody.ts';
import styles from './ListenButton.module.css';

/** Plays the curves of a chart as sound; nothing for a chart without curves. */
export function ListenButton({ table }: { readonly table: Table }) {
  const voices = melodyOf(table);
  if (voices.length === 0) return null;
  return <Listen voices={voices} />;
}

function Listen({ voices }: { readonly voices: ReturnType<typeof melodyOf> }) {
  const t = useTranslations('listen');
  const playing = useRef<Playing | undefined>(undefined);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => () => playing.current?.stop(), []);
  const press = () => {
    if (isPlaying) {
      playing.current?.stop();
      return;
    }
    setIsPlaying(true);
    playing.current = playMelody(voices, () => setIsPlaying(false));
  };
  const [left = '', right = ''] = voices.map(({ title }) => title);
  return (
    <p className={styles.listen}>
      <Button variant="small" aria-pressed={isPlaying} onClick={press}>
        {t(isPlaying ? 'stop' : 'start')}
      </Button>{' '}
      {voices.length === 2 ? t('ears', { left, right }) : t('turns', { count: voices.length })}
    </p>
  );
}
