import { useTranslations } from 'use-intl';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import styles from './RunFiles.module.css';
import { useRunFiles } from './use-run-files.ts';

/** The runs as files of other tools: their trace, their CPU time, their percentiles. */
export function RunFiles() {
  return (
    <PartTexts part="export">
      <Files />
    </PartTexts>
  );
}

function Files() {
  const t = useTranslations('export.runs');
  const files = useRunFiles();
  return (
    <section className={styles.files} aria-label={t('title')}>
      <h3 className={styles.title}>{t('title')}</h3>
      <p className={styles.note}>{t('recorded')}</p>
      <div className={styles.buttons}>
        {files.map(({ id, label, save }) => (
          <Button key={id} onClick={save}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
