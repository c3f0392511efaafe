import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { elapsedSec } from './teach.ts';
import { clockText } from './use-beat.ts';

/** How long the lesson has been shown. It is no live region: nobody wants to hear every second. */
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
