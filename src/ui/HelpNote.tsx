import { Popover } from 'radix-ui';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import styles from './Help.module.css';
import { overlays } from './overlays.ts';

export interface HelpNoteProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly children: ReactNode;
}

/** The note of a `Help`, open from the start: it is only there because somebody pressed. */
export function HelpNote({ label, trigger, children }: HelpNoteProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const anchor = useMemo(() => ({ current: button && besideFigures(button) }), [button]);
  return (
    // It has no place before its button has one.
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
          {children}
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

/** Room that a note needs beside a table, px: its largest width (22rem at the usual size), and its distances. */
const WIDTH = 22 * 16 + 24;

/**
 * Where a note about one of several figures stands, so that they can all be read with it: beside a table where there is room,
 * below its row where there is none; below figures that stand in a row. Undefined: about nothing of the kind.
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
      const own = button.getBoundingClientRect();
      const { left, right } = group.getBoundingClientRect();
      const { top, bottom } = row.getBoundingClientRect();
      return side() === 'bottom'
        ? new DOMRect(own.left, top, own.width, bottom - top)
        : new DOMRect(left, own.top, right - left, own.height);
    },
  };
}
