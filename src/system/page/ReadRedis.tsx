import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { live } from '../../live/live-state.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useStore } from '../../ui/use-store.ts';
import { readRedis, SECONDS_BETWEEN } from './read-redis.ts';
import styles from './System.module.css';

/** With the bridge: reads the user's own Redis in one press, twice with seconds between, so that its rates are of now. */
export function ReadRedis() {
  const t = useTranslations('system.give');
  const isConnected = useStore(live, ({ status }) => status === 'connected');
  const [isReading, setIsReading] = useState(false);
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const wait = useRef<AbortController>(undefined);
  useEffect(() => () => wait.current?.abort(), []);
  if (!isConnected) return null;
  const read = async () => {
    wait.current = new AbortController();
    setIsReading(true);
    setProblem(await readRedis({ onWait: setSecondsLeft, signal: wait.current.signal }));
    setSecondsLeft(undefined);
    setIsReading(false);
  };
  const text = secondsLeft === undefined ? '' : t('readsAgain', { seconds: secondsLeft });
  return (
    <>
      <p className={styles.actions}>
        <Button aria-disabled={isReading} onClick={() => !isReading && void read()}>
          {t('readRedis')}
        </Button>
        <span className={styles.soft}>{t('readRedisNote')}</span>
      </p>
      {secondsLeft !== undefined && (
        <div className={styles.actions}>
          <Progress value={SECONDS_BETWEEN - secondsLeft} max={SECONDS_BETWEEN} label={text} />
          <span className={styles.soft}>{text}</span>
          <Button variant="small" onClick={() => wait.current?.abort()}>
            {t('readOnce')}
          </Button>
        </div>
      )}
      <ProblemList problems={problem ? [problem] : []} />
    </>
  );
}
