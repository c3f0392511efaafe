import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Modal.module.css';
import { OVER_PAGE, useOpener } from './opener.ts';

export interface ModalProps {
  readonly title: string;
  readonly intro: string;
  readonly onClose: () => void;
  /** Wide enough for two columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the page; it holds the focus and returns it on closing. */
export function Modal({ title, intro, onClose, isWide = false, children }: ModalProps) {
  const t = useTranslations('app.dialog');
  const returnFocus = useOpener();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.dialog}
          data-wide={isWide}
          onCloseAutoFocus={returnFocus}
          {...OVER_PAGE}
        >
          <header className={styles.header}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="quiet" aria-label={t('close')}>
                <Icon name="close" />
              </Button>
            </Dialog.Close>
          </header>
          <Dialog.Description className={styles.intro}>{intro}</Dialog.Description>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
