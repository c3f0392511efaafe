import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './ShownLegend.module.css';

/** The hidden lines of a chart, by index. */
export type Hidden = ReadonlySet<number>;

export const NONE_HIDDEN: Hidden = new Set();

const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Toggles a line; hiding the last visible one shows all. */
export function toggled(hidden: Hidden, line: number, count: number): Hidden {
  const next = new Set(hidden);
  if (!next.delete(line)) next.add(line);
  return next.size === count ? NONE_HIDDEN : next;
}

/** Shows a line alone, or all of them when it was alone already. */
export function alone(hidden: Hidden, line: number, count: number): Hidden {
  const others = all(count).filter((other) => other !== line);
  const isAlone = !hidden.has(line) && others.every((other) => hidden.has(other));
  return isAlone ? NONE_HIDDEN : new Set(others);
}

export interface ShownLegendProps {
  readonly label: string;
  /** Description of a press. */
  readonly hint: string;
  readonly entries: readonly { readonly name: string; readonly sample: ReactNode }[];
  readonly hidden: Hidden;
  readonly onHidden: (hidden: Hidden) => void;
  /** Whether a press moves this legend: then the press waits until a double press is ruled out. */
  readonly isMoved?: boolean;
}

/** Longest time between the two presses of a double press, ms, as by the systems' default. */
const DOUBLE_PRESS_MS = 500;

/** A legend that toggles lines: a press hides or shows one; a double press or Shift shows it alone. */
export function ShownLegend({ label, hint, entries, hidden, onHidden, isMoved }: ShownLegendProps) {
  const [awaited, setAwaited] = useState<Hidden>();
  const wait = useRef<number>(undefined);
  const shown = awaited ?? hidden;
  /** The state before the first press of two. */
  const before = useRef(hidden);
  const settle = (next: Hidden) => {
    setAwaited(undefined);
    onHidden(next);
  };
  const press = (line: number) => (event: MouseEvent) => {
    window.clearTimeout(wait.current);
    if (event.shiftKey) return settle(alone(shown, line, entries.length));
    if (event.detail > 1) return;
    before.current = shown;
    const next = toggled(shown, line, entries.length);
    // A key press is never doubled.
    if (!isMoved || event.detail === 0) return settle(next);
    setAwaited(next);
    wait.current = window.setTimeout(() => settle(next), DOUBLE_PRESS_MS);
  };
  const pressTwice = (line: number) => (event: MouseEvent) => {
    if (!event.shiftKey) settle(alone(before.current, line, entries.length));
  };
  return (
    <ul className={styles.legend} aria-label={label}>
      {entries.map(({ name, sample }, line) => (
        // Systems may have equal names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={line}>
          <Button
            variant="quiet"
            className={styles.entry}
            aria-pressed={!shown.has(line)}
            title={hint}
            onClick={press(line)}
            onDoubleClick={pressTwice(line)}
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
