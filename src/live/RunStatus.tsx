import { useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { ProblemList } from '../ui/ProblemList.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import { stopCalibrating } from './calibration/calibration.ts';
import { calibration } from './calibration/calibration-state.ts';
import { stopComparing } from './comparison/compare.ts';
import styles from './Live.module.css';
import { stopMeasuring } from './measurement.ts';
import { measurement } from './measurement-state.ts';
import { usePointText } from './words.ts';

/** The current activity with a stop button; visible while something runs. */
export function RunStatus() {
  const t = useTranslations('real.status');
  const words = useWords();
  const status = useStore(measurement, (state) => state.status);
  const last = useStore(measurement, (state) => state.progress.at(-1));
  const step = useStore(calibration, (state) => state.step);
  const pointText = usePointText();
  if (status === 'idle') return null;
  const isSeries = status === 'calibrating' || status === 'comparing';
  const stop = () => {
    if (status === 'calibrating') stopCalibrating();
    else if (status === 'comparing') stopComparing();
    else void stopMeasuring();
  };
  const trouble = last?.trouble;
  return (
    <section className={styles.status} aria-label={t('label')}>
      <p>
        <strong>{t(`state.${status === 'running' && last?.isWarmup ? 'warmup' : status}`)}</strong>{' '}
        {step?.kind === 'fit' && t('fit')}
        {step && step.kind !== 'fit' && (
          <span className={styles.figures}>
            {t('step', { index: step.index + 1, of: step.of, point: pointText(step.point) })}
          </span>
        )}
        {last && !isSeries && (
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
      {status !== 'stopping' && (
        <Button variant="strong" onClick={stop}>
          {t(status === 'playing' ? 'skip' : 'stop')}
        </Button>
      )}
      {trouble && <ProblemList problems={[{ code: trouble.code, path: '', facts: trouble.detail }]} />}
    </section>
  );
}
