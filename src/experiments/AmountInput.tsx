import { useState } from 'react';
import styles from './Experiments.module.css';

interface AmountInputProps {
  readonly label: string;
  readonly value: number;
  /** The value of a text; undefined if it has none. */
  readonly read: (text: string) => number | undefined;
  readonly onChange: (value: number) => void;
}

/** A number as people type it. When the field loses the focus, the number replaces the text; a text without a value stays and is marked. */
export function AmountInput({ label, value, read, onChange }: AmountInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <label className={styles.field}>
      {label}
      <input
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? String(value)}
        aria-invalid={typed !== undefined && read(typed) === undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = read(event.target.value);
          if (next !== undefined) onChange(next);
        }}
        onBlur={() => {
          if (typed !== undefined && read(typed) !== undefined) setTyped(undefined);
        }}
      />
    </label>
  );
}
