import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/ui-state.ts';
import { copyText } from '../link/link.ts';
import styles from './ShareDialog.module.css';

export interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** Label of the button, and the message after the press. */
  readonly copy: string;
  readonly copied: string;
  /** Whether it has the focus when the dialog opens. */
  readonly isFirst?: boolean;
}

/** A text to select, or to copy with one press. */
export function CopyField({ label, text, copy, copied, isFirst = false }: CopyFieldProps) {
  const t = useTranslations('share');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFirst) button.current?.focus();
  }, [isFirst]);
  const take = async () => announce((await copyText(text)) ? copied : t('failed'), { isVisible: true });
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.text}
        rows={3}
        readOnly
        spellCheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button ref={button} variant={isFirst ? 'strong' : 'plain'} onClick={take}>
        {copy}
      </Button>
    </div>
  );
}
