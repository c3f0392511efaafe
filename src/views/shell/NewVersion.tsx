import { useTranslations } from 'use-intl';
import { dismissNewVersion, loadNewVersion } from '../../actions/offline.ts';
import { Button } from '../shared/Button.tsx';
import styles from './NewVersion.module.css';

/** One sentence, with a button: the page never reloads by itself. */
export function NewVersion() {
  const t = useTranslations('offline');
  return (
    <div className={styles.bar} role="status">
      <p>{t('newVersion')}</p>
      <Button look="strong" onClick={loadNewVersion}>
        {t('load')}
      </Button>
      <Button onClick={dismissNewVersion}>{t('later')}</Button>
    </div>
  );
}
