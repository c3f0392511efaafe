import { useTranslations } from 'use-intl';
import { focus } from '../../stores/focus.ts';
import { useStore } from '../shared/use-store.ts';
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
