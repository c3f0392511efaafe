import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { live } from '../../live/live-state.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useStore } from '../../ui/use-store.ts';
import { readRedis } from './actions.ts';
import styles from './System.module.css';

/** With the bridge: reads the user's own Redis in one press. */
export function ReadRedis() {
  const t = useTranslations('system.give');
  const isConnected = useStore(live, ({ status }) => status === 'connected');
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  if (!isConnected) return null;
  const read = async () => {
    setIsReading(true);
    setProblem(await readRedis());
    setIsReading(false);
  };
  return (
    <>
      <p className={styles.actions}>
        <Button aria-disabled={isReading} onClick={() => !isReading && void read()}>
          {t('readRedis')}
        </Button>
        <span className={styles.soft}>{t('readRedisNote')}</span>
      </p>
      <ProblemList problems={problem ? [problem] : []} />
    </>
  );
}
