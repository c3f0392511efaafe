import { Progress as Radix } from 'radix-ui';
import styles from './Progress.module.css';

export interface ProgressProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}

/** How much of something is done. */
export function Progress({ value, max, label }: ProgressProps) {
  return (
    <Radix.Root className={styles.track} value={value} max={max} aria-label={label}>
      <Radix.Indicator
        className={styles.done}
        style={{ inlineSize: `${(100 * Math.min(value, max)) / max}%` }}
      />
    </Radix.Root>
  );
}
