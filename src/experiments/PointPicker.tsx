import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import styles from './Experiments.module.css';
import { useSweepWords } from './metric-words.ts';
import { openPoint } from './sweep-open.ts';
import type { SweepRun } from './sweep-state.ts';

/** Any point as a run in the Lab: the same as clicking it, by keyboard. */
export function PointPicker({ run, metric }: { readonly run: SweepRun; readonly metric: string }) {
  const t = useTranslations('experiments');
  const words = useSweepWords();
  const { sweep, points, runs } = run;
  const [chosen, setChosen] = useState<number>();
  const made = new Set(runs.filter(({ values }) => metric in values).map(({ point }) => point));
  const known = points.filter(({ index }) => made.has(index));
  const point = known.find(({ index }) => index === chosen) ?? known[0];
  if (!point) return null;
  return (
    <p className={styles.points}>
      <label className={styles.field}>
        {t('pickPoint')}
        <select
          className={styles.select}
          value={point.index}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {known.map(({ index, series, at }) => (
            <option key={index} value={index}>
              {sweep.series[series]?.name}:{' '}
              {at.map((value, axis) => placeOf(sweep.axes[axis], value)).join(' × ')}
            </option>
          ))}
        </select>
      </label>
      <Button onClick={() => openPoint(point.index)}>{t('openInLab')}</Button>
    </p>
  );

  function placeOf(axis: (typeof sweep.axes)[number] | undefined, value: number | string | boolean): string {
    return axis ? words.place(axis, value) : String(value);
  }
}
