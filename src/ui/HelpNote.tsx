import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import styles from './Help.module.css';
import { overlays } from './overlays.ts';
import { Suspense } from './prompt.tsx';

export interface HelpNoteProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly children: ReactNode;
}

/** The note of a `Help`. It mounts on a press, so it starts open. */
export function HelpNote({ label, trigger, children }: HelpNoteProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const anchor = useMemo(() => ({ current: button && besideFigures(button) }), [button]);
  return (
    // It has no position before its button has one.
    <Popover.Root open={isOpen && button !== null} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild ref={setButton as (button: HTMLButtonElement | null) => void}>
        {trigger}
      </Popover.Trigger>
      {anchor.current && <Popover.Anchor virtualRef={anchor as { current: Anchor }} />}
      <Popover.Portal container={overlays()}>
        <Popover.Content
          className={styles.note}
          side={anchor.current?.side() ?? 'bottom'}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
        >
          <Suspense>{children}</Suspense>
          <Popover.Arrow className={styles.arrow} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface Anchor {
  readonly contextElement: HTMLElement;
  readonly side: () => 'left' | 'right' | 'bottom';
  readonly getBoundingClientRect: () => DOMRect;
}

/** Space for a note next to a table, px: its largest width (22rem at the default size) and margins. */
const WIDTH = 22 * 16 + 24;

/**
 * Anchor of a note about one of several values, so that none is covered: next to a table if there is room,
 * else below its row; below values in a row. Null for other terms.
 */
function besideFigures(button: HTMLElement): Anchor | null {
  const group = button.closest('[data-figures]');
  if (!group) return null;
  const row = button.closest('tr') ?? group;
  const side = (): 'left' | 'right' | 'bottom' => {
    const { left, right } = group.getBoundingClientRect();
    if (row === group) return 'bottom';
    if (left >= WIDTH) return 'left';
    return innerWidth - right >= WIDTH ? 'right' : 'bottom';
  };
  return {
    contextElement: button,
    side,
    getBoundingClientRect: () => {
      const buttonBox = button.getBoundingClientRect();
      const { left, right } = group.getBoundingClientRect();
      const { top, bottom } = row.getBoundingClientRect();
      return side() === 'bottom'
        ? new DOMRect(buttonBox.left, top, buttonBox.width, bottom - top)
        : new DOMRect(left, buttonBox.top, right - left, buttonBox.height);
    },
  };
}
