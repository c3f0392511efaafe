import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { IN_PASSING } from '../bridge/workload/remark.ts';
import { OriginContext } from '../ui/origin.ts';
import { ProblemList } from '../ui/ProblemList.tsx';
import { lazy, Suspense } from '../ui/prompt.tsx';
import { useStore } from '../ui/use-store.ts';
import { Calibration } from './Calibration.tsx';
import { CalibrationTables } from './CalibrationTables.tsx';
import { Connection } from './Connection.tsx';
import { stopCalibrating } from './calibration/calibration.ts';
import styles from './Live.module.css';
import { live } from './live-state.ts';
import { showExample, stopMeasuring } from './measurement.ts';
import { measurement } from './measurement-state.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { RealCharts } from './RealCharts.tsx';
import { Recordings } from './Recordings.tsx';
import { Residuals } from './Residuals.tsx';
import { RunFacts } from './RunFacts.tsx';
import { RunStatus } from './RunStatus.tsx';
import { calibrationProvenance, realProvenance } from './real-provenance.ts';

// The stage and its words are loaded with the first run.
const RealStage = lazy(() => import('./RealStage.tsx'));

/** The recording that is shown of itself, by the name of its file. */
const EXAMPLE = 'nodeRedisShared';

/** Nothing goes on that can no longer be seen and stopped. */
function leave(): void {
  stopCalibrating();
  void stopMeasuring();
}

/** Real clients against a real Redis, and the model beside them; without a bridge, recordings of such runs. */
export function Live() {
  const t = useTranslations('real');
  const title = `${t('title')} · Roundtrip`;
  const connection = useStore(live);
  const problems = useStore(measurement, (state) => state.problems);
  const isExample = useStore(measurement, (state) => state.run?.isExample === true);
  const hasRun = useStore(measurement, (state) => state.run !== undefined);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  useEffect(() => leave, []);
  const { status } = connection;
  // A recording fills the page until the reader measures or opens something. A link that is about to measure shows no other run.
  useEffect(() => {
    if (status === 'none' || status === 'connected') void showExample(EXAMPLE);
  }, [status]);
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.soft}>{t('intro')}</p>
        <Connection />
        {connection.status === 'connected' && <QuestionForm drivers={connection.drivers} />}
        <Calibration />
        <Recordings />
      </div>
      <div className={styles.results}>
        <RunStatus />
        <ProblemList problems={problems} takesFocus={problems.some(({ code }) => !IN_PASSING.has(code))} />
        {hasRun ? (
          <OriginContext.Provider value={realProvenance}>
            {isExample && (
              <p className={styles.soft}>{t(status === 'connected' ? 'exampleConnected' : 'example')}</p>
            )}
            <RunFacts />
            <Suspense>
              <RealStage />
            </Suspense>
            <RealCharts />
            <Residuals />
          </OriginContext.Provider>
        ) : (
          <p className={styles.soft}>{t('nothing')}</p>
        )}
        <OriginContext.Provider value={calibrationProvenance}>
          <CalibrationTables />
        </OriginContext.Provider>
      </div>
    </div>
  );
}
