import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import styles from './StillNote.module.css';

/** Why nothing moves where less motion is asked for, and what moves it: until somebody plays. */
export function StillNote() {
  // One begins with a still picture, one key press away from a moving one.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-play]')?.focus();
  }, []);
  const t = useTranslations('note');
  return (
    <p className={styles.note} role="status">
      {t('still')}
    </p>
  );
}
