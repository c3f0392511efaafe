import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { CAVEATS } from '../bridge/workload/remark.ts';
import type { Provenance } from '../charts/export.ts';
import { OriginContext } from '../lab/export/SaveMenu.tsx';
import { useIsNarrow } from '../lab/shared/use-media.ts';
import { ButtonWithReason } from '../ui/Button.tsx';
import { FileButton, JSON_FILES } from '../ui/FileButton.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { ProblemList } from '../ui/ProblemList.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { lazy, Suspense } from '../ui/prompt.tsx';
import { useStore } from '../ui/use-store.ts';
import { Calibration } from './Calibration.tsx';
import { CalibrationTables } from './CalibrationTables.tsx';
import { Connection } from './Connection.tsx';
import { stopCalibrating } from './calibration/calibration.ts';
import { calibration, shownCalibration } from './calibration/calibration-state.ts';
import { ComparisonForm, ComparisonResults } from './comparison/Comparisons.tsx';
import { stopComparing } from './comparison/compare.ts';
import { comparisons } from './comparison/comparison-state.ts';
import styles from './Live.module.css';
import { live } from './live-state.ts';
import { openRecording, playSample, showExample, stopMeasuring } from './measurement.ts';
import { measurement } from './measurement-state.ts';
import { provenanceOf } from './provenance.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { RealCharts } from './RealCharts.tsx';
import { Residuals } from './Residuals.tsx';
import { RunFacts } from './RunFacts.tsx';
import { RunStatus } from './RunStatus.tsx';
import { SAMPLES } from './samples.ts';
import { Verdict } from './Verdict.tsx';
import { useBusyReason } from './words.ts';

/** Recorded runs that play without a bridge: the page's samples, and files. */
function Recordings() {
  const t = useTranslations('real.recordings');
  const reason = useBusyReason();
  const open = ([file]: readonly [File, ...File[]]) => void openRecording(file);
  return (
    <FileDrop label={t('label')} onFiles={open}>
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
        <FileButton label={t('open')} accept={JSON_FILES} reason={reason} onFiles={open} />{' '}
        <span className={styles.soft}>{t('drop')}</span>
      </p>
    </FileDrop>
  );
}

/**
 * Source of the numbers on the page of live runs: machine, Redis, load and time, without the address of a
 * Redis.
 */

/** Source of the shown run and its model run. */
async function realProvenance(title: string, caption: string): Promise<Provenance> {
  const { run, measured, twin } = measurement.getState();
  const about = {
    recording: run?.recording,
    recordedAt: run?.recordedAt,
    machine: run?.machine,
    redis: run?.redis,
    workload: measured?.workload,
    ended: measured?.ended,
    calibratedAt: twin?.calibratedAt,
  };
  return provenanceOf(title, caption, about, twin?.summary?.engineVersion);
}

/** Source of the shown calibration. */
async function calibrationProvenance(title: string, caption: string): Promise<Provenance> {
  const { calibratedAt, machine, redis, profile } = shownCalibration(calibration.getState()) ?? {};
  const place = redis && { version: redis.version, place: redis.place };
  return provenanceOf(title, caption, { calibratedAt, machine, redis: place, profile });
}

// The stage and its texts load with the first run.
const RealStage = lazy(() => import('./RealStage.tsx'));

/** File name of the default recording. */
const EXAMPLE = 'nodeRedisShared';

/** Ends every run, since it could no longer be seen and stopped. */
function stopAll(): void {
  stopCalibrating();
  stopComparing();
  void stopMeasuring();
}

/** Real clients against a real Redis, next to the model; without a bridge, recordings of such runs. */
export function Live() {
  const t = useTranslations('real');
  const connection = useStore(live);
  const problems = useStore(measurement, (state) => state.problems);
  const isExample = useStore(measurement, (state) => state.run?.isExample === true);
  const hasRun = useStore(measurement, (state) => state.run !== undefined);
  // The reader's own result comes before the recording that fills the page; a sample comes after it.
  const hasCompared = useStore(comparisons, ({ results, shown }) => results[shown] !== undefined);
  const isComparisonFirst = isExample && hasCompared;
  // On a narrow screen the long form is collapsed without a bridge, so that the verdict of the recording comes first.
  const isNarrow = useIsNarrow();
  usePageTitle(t('title'));
  useEffect(() => stopAll, []);
  const { status } = connection;
  // A recording fills the page until the reader measures or opens a run. A link that starts a measurement
  // shows none.
  useEffect(() => {
    if (status === 'none' || status === 'connected') void showExample(EXAMPLE);
  }, [status]);
  const form = (
    <>
      <Connection />
      {status === 'connected' && <QuestionForm drivers={connection.drivers} />}
      <ComparisonForm />
      <Calibration />
      <Recordings />
    </>
  );
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.soft}>{t('intro')}</p>
        {isNarrow ? (
          <details className={styles.fold} open={status === 'connected'}>
            <summary>{t('change')}</summary>
            <div className={styles.folded}>{form}</div>
          </details>
        ) : (
          form
        )}
      </div>
      <div className={styles.results}>
        <RunStatus />
        <ProblemList problems={problems} takesFocus={problems.some(({ code }) => !CAVEATS.has(code))} />
        {isComparisonFirst && <ComparisonResults />}
        {hasRun ? (
          <OriginContext.Provider value={realProvenance}>
            {isExample && (
              <p className={styles.soft}>{t(status === 'connected' ? 'exampleConnected' : 'example')}</p>
            )}
            <Verdict />
            <Suspense>
              <RealStage />
            </Suspense>
            <RealCharts />
            <Residuals />
            <RunFacts />
          </OriginContext.Provider>
        ) : (
          <p className={styles.soft}>{t('nothing')}</p>
        )}
        {!isComparisonFirst && <ComparisonResults />}
        <OriginContext.Provider value={calibrationProvenance}>
          <CalibrationTables />
        </OriginContext.Provider>
      </div>
    </div>
  );
}
