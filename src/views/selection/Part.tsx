import { useTranslations } from 'use-intl';
import { focus } from '../../stores/focus.ts';
import { useWords } from '../shared/texts.tsx';
import { useStore } from '../shared/use-store.ts';
import styles from './Selection.module.css';

/** Says that figures are of the selected part of time only, and which that is. */
export function Part() {
  const t = useTranslations('selection');
  const { ends } = useWords();
  const span = useStore(focus, ({ selected }) => selected?.span);
  if (!span) return null;
  return <b className={styles.part}>{t('part', ends(span))} </b>;
}
