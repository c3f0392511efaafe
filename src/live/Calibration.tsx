import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Button, ButtonWithReason } from '../ui/Button.tsx';
import { FileButton, JSON_FILES } from '../ui/FileButton.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import {
  calibrateHere,
  checkPredictions,
  chooseRuntime,
  forgetCalibration,
  loadCalibrations,
  openCalibration,
  saveCalibration,
  useInExperiments as takeIntoExperiments,
  useInLab as takeIntoLab,
} from './calibration/calibration.ts';
import { calibration, shownCalibration } from './calibration/calibration-state.ts';
import { CALIBRATED_RUNTIMES } from './calibration/runtimes/runtimes.ts';
import styles from './Live.module.css';
import { live } from './live-state.ts';
import { Choice } from './QuestionForm.tsx';
import { dateText, useBusyReason } from './words.ts';

/** Calibrates the costs of this machine, and applies them. */
export function Calibration() {
  const t = useTranslations('real.calibration');
  const words = useWords();
  const found = useStore(calibration, shownCalibration);
  const runtime = useStore(calibration, (state) => state.runtime);
  const reason = useBusyReason();
  const isConnected = useStore(live, (state) => state.status === 'connected');
  useEffect(() => void loadCalibrations(), []);
  return (
    <section className={styles.group} aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.soft}>{t('intro')}</p>
      <p className={styles.soft}>
        {found
          ? t('madeAt', {
              date: dateText(found.calibratedAt, words),
              cpu: found.machine.cpu,
              cores: found.machine.cores,
              version: found.redis.version,
            })
          : t('none')}
      </p>
      <Choice
        label={t('runtime')}
        value={runtime}
        options={CALIBRATED_RUNTIMES}
        name={(name) => t(`runtimes.${name}`)}
        onChange={chooseRuntime}
      />
      <p className={styles.row}>
        {isConnected && (
          <ButtonWithReason reason={reason} onClick={() => void calibrateHere()}>
            {t(found ? 'again' : 'start')}
          </ButtonWithReason>
        )}
        {found && isConnected && (
          <ButtonWithReason reason={reason} onClick={() => void checkPredictions()}>
            {t('check')}
          </ButtonWithReason>
        )}
        {found && <Button onClick={() => void takeIntoLab()}>{t('use')}</Button>}
        {found && <Button onClick={() => void takeIntoExperiments()}>{t('useInExperiments')}</Button>}
        {found && <Button onClick={saveCalibration}>{t('save')}</Button>}
        <FileButton
          label={t('open')}
          accept={JSON_FILES}
          reason={reason}
          onFiles={([file]) => void openCalibration(file)}
        />
        {found && (
          <ButtonWithReason reason={reason} onClick={forgetCalibration}>
            {t('forget')}
          </ButtonWithReason>
        )}
      </p>
    </section>
  );
}
