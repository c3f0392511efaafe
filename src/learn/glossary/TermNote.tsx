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
  /** Whether a pointer opened or closed it by resting or leaving. */
  readonly isPointed: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** What the pointer may be on without closing it: `data-pointer-area`. */
  readonly area: string;
  readonly trigger: ReactElement;
}

/** What a term means, beside the word. */
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
