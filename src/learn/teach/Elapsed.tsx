import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { elapsedSec } from './teach.ts';
import { clockText } from './use-beat.ts';

/** Elapsed time of the lesson. Not a live region: it would be announced every second. */
export function Elapsed() {
  const t = useTranslations('teach.bar');
  const [seconds, setSeconds] = useState(elapsedSec);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(elapsedSec()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label={t('timer')}>
      {clockText(seconds)}
    </span>
  );
}
