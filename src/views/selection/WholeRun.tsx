import { useTranslations } from 'use-intl';
import { focus } from '../../stores/focus.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useStore } from '../shared/use-store.ts';
import styles from './Selection.module.css';

/** Says, while a part of time is selected, that what is below is of the whole run all the same. */
export function WholeRun() {
  const isSelected = useStore(focus, ({ selected }) => selected !== undefined);
  if (!isSelected) return null;
  return (
    <PartTexts part="selection">
      <Said />
    </PartTexts>
  );
}

function Said() {
  const t = useTranslations('selection');
  return (
    <p>
      <b className={styles.part}>{t('whole')}</b>
    </p>
  );
}
