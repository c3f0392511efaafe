import { useTranslations } from 'use-intl';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import styles from './Selection.module.css';

/** Says, while a part of time is selected, that what is below is of the whole run all the same. */
export function WholeRun() {
  const isSelected = useStore(focus, ({ selected }) => selected !== undefined);
  const t = useTranslations('selection');
  if (!isSelected) return null;
  return (
    <p>
      <b className={styles.part}>{t('whole')}</b>
    </p>
  );
}
