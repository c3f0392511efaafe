import { useTranslations } from 'use-intl';
import { ButtonWithReason } from '../ui/ButtonWithReason.tsx';
import { FileButton, JSON_FILES } from '../ui/FileButton.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import styles from './Live.module.css';
import { openRecording, playSample } from './measurement.ts';
import { SAMPLES } from './samples.ts';
import { useBusyReason } from './use-busy-reason.ts';

/** Real runs that are played without a bridge: those of the page, and files of the reader's. */
export function Recordings() {
  const t = useTranslations('real.recordings');
  const reason = useBusyReason();
  const take = ([file]: readonly [File, ...File[]]) => void openRecording(file);
  return (
    <FileDrop label={t('label')} onFiles={take}>
      <h2 className={styles.title}>{t('label')}</h2>
      <p className={styles.soft}>{t('intro')}</p>
      <ul className={styles.samples}>
        {SAMPLES.map((id) => (
          <li key={id}>
            <ButtonWithReason reason={reason} onClick={() => void playSample(id)}>
              {t(`samples.${id}`)}
            </ButtonWithReason>
          </li>
        ))}
      </ul>
      <p className={styles.row}>
        <FileButton label={t('open')} accept={JSON_FILES} reason={reason} onFiles={take} />{' '}
        <span className={styles.soft}>{t('drop')}</span>
      </p>
    </FileDrop>
  );
}
