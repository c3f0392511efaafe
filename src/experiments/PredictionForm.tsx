import { useTranslations } from 'use-intl';
import { unitOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import { Button } from '../ui/Button.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Experiments.module.css';
import { useSweepWords } from './metric-words.ts';
import { clearPrediction, predict } from './sweep-definition.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';

/** What is expected, as numbers: the same as drawing it. */
export function PredictionForm({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const prediction = useStore(sweeps, (state) => state.prediction);
  const { sweep } = run;
  const [axis] = sweep.axes;
  if (!axis) return null;
  const measured = unitOf(metric);
  const unit = measured === '1/s' ? 'perSec' : measured;
  return (
    <details className={styles.note}>
      <summary>{t('prediction')}</summary>
      <p className={styles.soft}>{t('predictionHint', { unit: t(`units.${unit}`) })}</p>
      {sweep.series.map(({ name }, series) => (
        // Systems may have equal names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={series} className={styles.group}>
          <legend>{name}</legend>
          <div className={styles.predictions}>
            {numbered(sweep)
              .filter((place) => place.series === series)
              .map(({ index, at }) => (
                <label key={index} className={styles.field}>
                  {words.place(axis, at[0] ?? '')}
                  <input
                    className={styles.input}
                    type="number"
                    min={0}
                    step="any"
                    value={prediction[index] ?? ''}
                    onChange={(event) =>
                      predict(index, event.target.value === '' ? undefined : Number(event.target.value))
                    }
                  />
                </label>
              ))}
          </div>
        </fieldset>
      ))}
      <Button onClick={clearPrediction}>{t('clearPrediction')}</Button>
    </details>
  );
}
