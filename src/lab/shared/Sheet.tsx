import { Popover } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { overlays } from '../../ui/overlays.ts';
import styles from './Sheet.module.css';
import { useIsNarrow } from './use-media.ts';

/** A sheet of choices and the button that opens it. */
export interface SheetState {
  readonly isOpen: boolean;
  readonly trigger: ReactElement;
  readonly onClose: () => void;
}

interface SheetProps
  extends SheetState,
    Pick<Popover.PopoverContentProps, 'side' | 'onOpenAutoFocus' | 'className'> {
  /** The id of its heading. */
  readonly titleId: string;
  readonly children: ReactNode;
}

/**
 * Below its button, or above it on a narrow screen. Its subject is the stage, which stays usable: only Escape
 * and the button close the sheet.
 */
export function Sheet({
  isOpen,
  trigger,
  onClose,
  titleId,
  className = '',
  children,
  ...content
}: SheetProps) {
  const isNarrow = useIsNarrow();
  return (
    <Popover.Root open={isOpen} onOpenChange={(staysOpen) => !staysOpen && onClose()}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal container={overlays()}>
        <Popover.Content
          className={`${styles.sheet} ${className}`}
          side={isNarrow ? 'top' : 'bottom'}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => event.preventDefault()}
          aria-labelledby={titleId}
          {...content}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
