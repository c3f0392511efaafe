import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import styles from '../timeline/Selection.module.css';

/** Names the selected part of time that the metrics are of. */
function Part() {
  const t = useTranslations('selection');
  const { ends } = useWords();
  const span = useStore(focus, ({ selected }) => selected?.span);
  if (!span) return null;
  return <b className={styles.part}>{t('part', ends(span))} </b>;
}

/** Notes that metrics are of the selection, while there is one. */
export const SelectedPart = () => (
  <>{useStore(focus, ({ selected }) => selected !== undefined) && <Part />}</>
);
