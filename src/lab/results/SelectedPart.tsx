import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import styles from '../timeline/Selection.module.css';

/** Says that figures are of the selected part of time only, and which that is. */
function Part() {
  const t = useTranslations('selection');
  const { ends } = useWords();
  const span = useStore(focus, ({ selected }) => selected?.span);
  if (!span) return null;
  return <b className={styles.part}>{t('part', ends(span))} </b>;
}

/** Says of figures that they are of the selected part of time, while one is. */
export const SelectedPart = () => (
  <>{useStore(focus, ({ selected }) => selected !== undefined) && <Part />}</>
);
