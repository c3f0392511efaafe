import { RadioGroup as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './Mark.module.css';

export interface RadioGroupProps<Id extends string> {
  /** The group's name, where no element with `labelledBy` has it. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly value: Id | undefined;
  readonly className?: string | undefined;
  readonly onChoose: (id: Id) => void;
  readonly children: ReactNode;
}

/** Arrow keys and the direction in which they choose. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Chooses the neighbour at once: Radix waits, and forgets the choice if the key is released before. */
function chooseNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const from = radios.findIndex((radio) => radio === event.target);
  if (step === undefined || from < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const next = radios[(from + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}

/** One of several options, all visible; its children contain the `Radio`s. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { label, labelledBy, value, className, onChoose, children } = props;
  return (
    <Radix.Root
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      // Null: no option yet.
      value={value ?? null}
      onValueChange={(id) => onChoose(id as Id)}
      onKeyDownCapture={chooseNeighbour}
    >
      {children}
    </Radix.Root>
  );
}

export interface RadioProps {
  readonly value: string;
  /** The option's name, unless a `label` element surrounds it. */
  readonly label?: string;
  readonly describedBy?: string;
}

/** An option of a `RadioGroup`. Its dot is drawn by CSS: Radix’ indicator computes the styles of the page when it mounts. */
export function Radio({ value, label, describedBy }: RadioProps) {
  return (
    <Radix.Item
      className={styles.ring}
      value={value}
      aria-label={label}
      aria-describedby={describedBy}
      // Enter submits the form, as in the browser's own radio buttons.
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.form?.requestSubmit()}
    />
  );
}
