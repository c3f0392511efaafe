import { useTranslations } from 'use-intl';
import { askOnTime } from '../../actions/on-time.ts';
import type { SideName } from '../../scenario/problem.ts';
import { Button } from '../shared/Button.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './OmissionNote.module.css';

/** What coordinated omission is, how the second line is reckoned, and the way to see it simulated instead of reckoned. */
export function OmissionNote({
  intervals,
}: {
  readonly intervals: Readonly<Partial<Record<SideName, number>>>;
}) {
  const t = useTranslations('plots.omission');
  const { duration, number } = useWords();
  const sides = (['a', 'b'] as const).flatMap((side) => {
    const interval = intervals[side];
    return interval === undefined ? [] : [{ side, interval }];
  });
  return (
    <div className={styles.note}>
      <p>{t('note')}</p>
      <ul>
        {sides.map(({ side, interval }) => (
          <li key={side}>
            <SideBadge side={side} /> {t('closed', { interval: duration(interval) })}{' '}
            <Button look="small" onClick={() => void askOnTime(side)}>
              {t('rerun')}
            </Button>
          </li>
        ))}
      </ul>
      <p>{t('source', { values: number(64) })}</p>
    </div>
  );
}
