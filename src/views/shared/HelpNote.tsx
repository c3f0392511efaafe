import { Popover } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './Help.module.css';
import { overlays } from './overlays.ts';

export interface HelpNoteProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly children: ReactNode;
}

/** The note of a `Help`, open from the start: it is only there because somebody pressed. */
export function HelpNote({ label, trigger, children }: HelpNoteProps) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal container={overlays()}>
        <Popover.Content className={styles.note} sideOffset={6} collisionPadding={12} aria-label={label}>
          {children}
          <Popover.Arrow className={styles.arrow} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
