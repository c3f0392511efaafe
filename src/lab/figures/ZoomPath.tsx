import { Button } from '../../ui/Button.tsx';
import styles from './LevelCharts.module.css';

export interface ZoomPathProps {
  readonly label: string;
  /** What all of it is called, and the parts that were zoomed into, each inside the one before. */
  readonly parts: readonly string[];
  /** Leads to one of them: how many zooms stay. */
  readonly onStep: (depth: number) => void;
}

/** The way into the part that is shown: each step leads back. */
export function ZoomPath({ label, parts, onStep }: ZoomPathProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.zooms}>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be called the same
          <li key={at}>
            <Button
              look="small"
              aria-current={at === parts.length - 1 ? 'step' : undefined}
              onClick={() => onStep(at)}
            >
              {part}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
