import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { stopMeasuring } from '../../actions/measurement.ts';
import { measurement } from '../../stores/measurement.ts';
import { Button } from '../shared/Button.tsx';
import { ProblemList } from '../shared/ProblemList.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './Live.module.css';

/** What is going on just now, and the way to end it: in sight as long as something runs. */
export function RunStatus() {
  const t = useTranslations('real.status');
  const words = useWords();
  const status = useStore(measurement, (state) => state.status);
  const last = useStore(measurement, (state) => state.progress.at(-1));
  if (status === 'idle') return null;
  const trouble = last?.trouble;
  return (
    <section className={styles.status} aria-label={t('label')}>
      <p>
        <strong>{t(`state.${status === 'running' && last?.isWarmup ? 'warmup' : status}`)}</strong>{' '}
        {last && (
          <span className={styles.figures}>
            {t('now', {
              seconds: words.number(Math.round(last.atUs / 1e5) / 10),
              rate: words.count(Math.round((last.completed * 1e6) / Math.max(1, last.intervalUs))),
              failed: words.count(last.failed),
            })}{' '}
            {last.bridge.load && t('busy', { share: words.percent(last.bridge.load.utilisation) })}
          </span>
        )}
      </p>
      {(status === 'running' || status === 'playing') && (
        <Button look="strong" onClick={() => void stopMeasuring()}>
          {t(status === 'running' ? 'stop' : 'skip')}
        </Button>
      )}
      {trouble && <ProblemList problems={[{ code: trouble.code, path: '', facts: trouble.detail }]} />}
    </section>
  );
}
