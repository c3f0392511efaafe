import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { closeRestarted } from '../../actions/past.ts';
import { past } from '../../stores/past.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import styles from './BranchBar.module.css';
import { useBlockedValues } from './use-blocked-values.ts';

/** After a change in the middle of a run that a running system cannot take: why it has begun again. */
export function RestartNote() {
  return (
    <PartTexts part="branch">
      <Note />
    </PartTexts>
  );
}

function Note() {
  const t = useTranslations('branch.past');
  const values = useBlockedValues();
  const restarted = useStore(past, (state) => state.restarted);
  if (!restarted) return null;
  return (
    <aside className={styles.bar} aria-label={t('title')}>
      <p className={styles.text} role="status">
        {t('restarted', values(restarted))}
      </p>
      <Button look="small" onClick={closeRestarted}>
        {t('close')}
      </Button>
    </aside>
  );
}
