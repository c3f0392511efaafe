import type { SideName } from '../model/scenario/problem.ts';
import styles from './SideBadge.module.css';

/** The letter of a side in its colour; the letter alone identifies it. */
export function SideBadge({ side }: { readonly side: SideName }) {
  return (
    <span className={styles.badge} data-side={side}>
      {side.toUpperCase()}
    </span>
  );
}
