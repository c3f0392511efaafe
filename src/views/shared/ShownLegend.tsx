import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { alone, type Hidden, toggled } from './hidden-lines.ts';
import styles from './ShownLegend.module.css';

export interface ShownLegendProps {
  readonly label: string;
  /** What a press does. */
  readonly hint: string;
  readonly entries: readonly { readonly name: string; readonly sample: ReactNode }[];
  readonly hidden: Hidden;
  readonly onHidden: (hidden: Hidden) => void;
}

/** What the drawings below show: a press hides or shows one, two presses or Shift show it alone. */
export function ShownLegend({ label, hint, entries, hidden, onHidden }: ShownLegendProps) {
  /** As it was before the first of two presses. */
  const before = useRef(hidden);
  const press = (line: number) => (event: MouseEvent) => {
    if (event.shiftKey) return onHidden(alone(hidden, line, entries.length));
    if (event.detail > 1) return;
    before.current = hidden;
    onHidden(toggled(hidden, line, entries.length));
  };
  return (
    <ul className={styles.legend} aria-label={label}>
      {entries.map(({ name, sample }, line) => (
        // Systems may have equal names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={line}>
          <Button
            look="quiet"
            className={styles.entry}
            aria-pressed={!hidden.has(line)}
            title={hint}
            onClick={press(line)}
            onDoubleClick={() => onHidden(alone(before.current, line, entries.length))}
          >
            <span aria-hidden="true" className={styles.sample}>
              {sample}
            </span>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
