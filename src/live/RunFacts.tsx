import { useTranslations } from 'use-intl';
import { FULL_THREAD } from '../bridge/workload/measured.ts';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Live.module.css';
import { saveRecording } from './measurement.ts';
import { machineOf, measurement } from './measurement-state.ts';
import { SAMPLES } from './samples.ts';
import { dateText } from './words.ts';

const MIB = 1024 * 1024;

/** Facts of a run: place, time, software, number of requests, and the cost of measuring. */
export function RunFacts() {
  const t = useTranslations('real.facts');
  const samples = useTranslations('real.recordings.samples');
  const words = useWords();
  const run = useStore(measurement, (state) => state.run);
  const measured = useStore(measurement, (state) => state.measured);
  const whose = useStore(measurement, machineOf);
  if (!run) return null;
  const { machine, redis, guess } = run;
  const sample = SAMPLES.find((id) => id === run.recording);
  const shown: Record<string, string | undefined> = {
    // A file keeps its own name.
    recording: sample ? samples(sample) : run.recording,
    date: run.recordedAt && dateText(run.recordedAt, words),
    machine: `${machine.cpu} × ${machine.cores}, ${machine.platform} ${machine.release}`,
    versions: [
      `Redis ${redis.version}`,
      ...Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`),
    ].join(', '),
  };
  const perSec = measured?.summary?.throughput.perSec;
  return (
    <section className={styles.facts} aria-label={t('label')}>
      <h3 className={styles.title}>{t('label')}</h3>
      <dl className={styles.names}>
        {(['recording', 'date', 'machine', 'versions'] as const).map((name) =>
          shown[name] === undefined ? null : (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{shown[name]}</dd>
            </div>
          ),
        )}
      </dl>
      {run.isHeld && <p>{t('held')}</p>}
      {measured && (
        <>
          <p>
            {t(`ended.${measured.ended}`)}{' '}
            {measured.summary &&
              t('requests', {
                completed: words.count(measured.summary.requests.completed),
                failed: words.count(measured.summary.requests.failed),
              })}
          </p>
          {measured.bridge.load && (
            <p>
              {t(measured.bridge.load.utilisation > FULL_THREAD ? 'bridgeFull' : 'bridgeFree', {
                share: words.percent(measured.bridge.load.utilisation),
                machine: whose,
                cores: words.number(Math.round(measured.bridge.cores * 100) / 100),
              })}
            </p>
          )}
          {measured.footprint && (
            <p>
              {t('footprint', {
                rate: words.count(Math.round(measured.footprint.commandsPerSec)),
                observing: words.number(Math.round(measured.footprint.observingPerSec * 10) / 10),
                connections: words.count(measured.footprint.connections),
                mib:
                  measured.footprint.memoryBytes === null
                    ? 'none'
                    : words.number(Math.round((measured.footprint.memoryBytes / MIB) * 100) / 100),
              })}
            </p>
          )}
          {guess !== undefined && perSec !== undefined && (
            <p>
              {t('guess', {
                guess: words.count(guess),
                seen: words.count(Math.round(perSec)),
                off: words.percent(Math.abs(guess / perSec - 1)),
              })}
            </p>
          )}
          <p>
            <Button onClick={saveRecording}>{t('save')}</Button>
          </p>
        </>
      )}
    </section>
  );
}
