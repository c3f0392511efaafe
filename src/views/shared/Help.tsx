import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Help.module.css';

export interface HelpProps {
  /** What the button is called: "What is the pool size?" */
  readonly label: string;
  /** What is explained; the button looks like it. */
  readonly term: ReactNode;
  readonly children: ReactNode;
  readonly id?: string;
}

/** A term that explains itself when it is pressed. Works with touch and keyboard, which a tooltip does not. */
export function Help({ label, term, children, id }: HelpProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className={styles.term} id={id} aria-label={label} title={label}>
          {term}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.note} sideOffset={6} collisionPadding={12} aria-label={label}>
          {children}
          <Popover.Arrow className={styles.arrow} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
