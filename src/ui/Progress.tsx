import styles from './Progress.module.css';

export interface ProgressProps {
  /** Undefined: not known yet. */
  readonly value: number | undefined;
  readonly max: number;
  readonly label: string;
}

/** How much of something is done; may be part of a paragraph. Written here, because it is part of the Lab’s first view. */
export function Progress({ value, max, label }: ProgressProps) {
  return (
    <span
      role="progressbar"
      className={styles.track}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <span className={styles.done} style={{ inlineSize: `${(100 * Math.min(value ?? 0, max)) / max}%` }} />
    </span>
  );
}
