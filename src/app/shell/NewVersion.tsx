import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { dismissNewVersion, loadNewVersion } from '../offline/offline.ts';
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
