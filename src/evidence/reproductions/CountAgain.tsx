import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button, ButtonWithReason } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useStore } from '../../ui/use-store.ts';
import styles from './CountAgain.module.css';
import { stopCounting } from './evidence.ts';
import { type EvidenceKind, evidence } from './evidence-state.ts';

export interface CountAgainProps {
  readonly kind: EvidenceKind;
  /** Number of items. */
  readonly total: number;
  readonly onStart: () => void;
}

/** Repeats the recorded simulations in this browser, and compares the results. */
export function CountAgain({ kind, total, onStart }: CountAgainProps) {
  const t = useTranslations('evidence.again');
  const again = useStore(evidence, (state) => (state.again?.kind === kind ? state.again : undefined));
  const isRunning = again?.status === 'running';
  const failure = again?.problem;
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  return (
    <div className={styles.again}>
      {isRunning ? (
        <Button onClick={stopCounting}>{t('stop')}</Button>
      ) : (
        <ButtonWithReason reason={total === 0 ? t('nothing') : undefined} onClick={onStart}>
          {t(kind, { count: total })}
        </ButtonWithReason>
      )}
      {again && (
        <>
          {isRunning && <Progress label={t('progress')} max={again.total} value={again.done} />}
          <p role="status" className={styles.status}>
            {t('status', { status: again.status, done: again.done, total: again.total })}{' '}
            {again.done > 0 && t('agreement', { same: again.same.length, different: again.different.length })}
            {again.different.length > 0 && ` ${again.different.join(', ')}`}
          </p>
          <ProblemList problems={failures} takesFocus />
        </>
      )}
    </div>
  );
}
