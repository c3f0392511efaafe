import { useTranslations } from 'use-intl';
import { MOST_BRANCHES } from '../../model/scenario/branches.ts';
import { Button } from '../../ui/Button.tsx';
import { useStore } from '../../ui/use-store.ts';
import styles from './BranchBar.module.css';
import { closeRestarted } from './mid-run-edit.ts';
import { midRunEdit } from './mid-run-edit-state.ts';
import { useBlockedValues } from './use-blocked-values.ts';

/**
 * What is to be said of branches where there is none: after a change in the middle of a run that a running system cannot take, why
 * it has begun again; and why there is no branch that was wanted.
 */
export function RestartNote() {
  const t = useTranslations('branch.past');
  const values = useBlockedValues();
  const own = useTranslations('branch');
  const { restarted, refusal } = useStore(midRunEdit);
  if (!restarted && !refusal) return null;
  return (
    <aside className={styles.bar} aria-label={restarted ? t('title') : own('title')}>
      <p className={styles.text} role="status">
        {restarted ? t('restarted', values(restarted)) : refusal && own(refusal, { most: MOST_BRANCHES })}
      </p>
      <Button look="small" onClick={closeRestarted}>
        {t('close')}
      </Button>
    </aside>
  );
}
