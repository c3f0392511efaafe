import { Popover } from 'radix-ui';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { TermText } from '../../i18n/terms.ts';
import { overlays } from '../../ui/overlays.ts';
import styles from './Term.module.css';
import { TermBody } from './TermBody.tsx';
import { TERMS } from './terms.ts';

export interface TermNoteProps {
  readonly id: string;
  readonly text: TermText;
  readonly isOpen: boolean;
  /** Whether hover opened or closed it. */
  readonly isPointed: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** The pointer area that keeps it open: `data-pointer-area`. */
  readonly area: string;
  readonly trigger: ReactElement;
}

/** The meaning of a term, next to the word. */
export function TermNote({ id, text, isOpen, isPointed, onOpen, area, trigger }: TermNoteProps) {
  const keepFocus = (event: Event) => isPointed && event.preventDefault();
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal container={overlays()}>
        <Popover.Content
          data-pointer-area={area}
          className={styles.note}
          sideOffset={6}
          collisionPadding={12}
          aria-label={text.name}
          onOpenAutoFocus={keepFocus}
          onCloseAutoFocus={keepFocus}
        >
          <Note id={id} text={text} />
          <Popover.Arrow className={styles.arrow} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Note({ id, text }: Pick<TermNoteProps, 'id' | 'text'>) {
  const t = useTranslations('glossary');
  const term = TERMS.find((candidate) => candidate.id === id);
  return (
    term && (
      <>
        <TermBody term={term} text={text} heading="p" isShort />
        <p>
          <a href={`#/glossary/${id}`}>{t('more')}</a>
        </p>
      </>
    )
  );
}
