import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { largestIn, residualsOf, verdictOf } from '../bridge/workload/residual.ts';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Live.module.css';
import { machineOf, measurement } from './measurement-state.ts';
import { noiseOf, noiseShare } from './noise.ts';
import { signed } from './words.ts';

/** What was run, and in one sentence how far the model is off and why. */
export function Verdict() {
  const t = useTranslations('real.facts');
  const drivers = useTranslations('real.question.drivers');
  const measured = useStore(measurement, (state) => state.measured);
  const sentence = useVerdict();
  if (!measured) return null;
  return (
    <section className={styles.facts} aria-labelledby="real-verdict">
      <h2 id="real-verdict" className={styles.heading}>
        {t('heading', {
          driver: drivers(measured.workload.driver),
          callers: measured.workload.arrivals.callers,
          connections: (measured.workload.nodes ?? 1) * measured.workload.connections,
          nodes: measured.workload.nodes ?? 1,
        })}
      </h2>
      {sentence && (
        <p className={styles.verdict} role="status">
          {sentence}
        </p>
      )}
    </section>
  );
}

/** The sentence; undefined where the model failed or nothing decisive was measured. */
function useVerdict(): string | undefined {
  const t = useTranslations('real.verdict');
  const words = useWords();
  const measured = useStore(measurement, (state) => state.measured);
  const progress = useStore(measurement, (state) => state.progress);
  const machine = useStore(measurement, machineOf);
  const twin = useStore(measurement, (state) => state.twin);
  const residuals = useMemo(() => measured && residualsOf(measured, twin?.summary), [measured, twin]);
  const noise = useMemo(() => noiseOf(progress), [progress]);
  if (!twin || !residuals) return undefined;
  if (twin.status === 'running') return t('running');
  const largest = largestIn(residuals);
  if (largest?.error === undefined) return undefined;
  const { name, error } = largest;
  const facts = { metric: t(`metrics.${name}`), error: signed(error, words) };
  const mean = measured?.summary?.throughput.perSec;
  const share = name === 'throughput' && noise && mean ? noiseShare(noise, mean) : 0;
  if (Math.abs(error) <= share) return t('noise', { ...facts, machine, noise: words.percent(share) });
  if (verdictOf(residuals) === 'agrees') return t('agrees', facts);
  if (twin.diagnosis === 'running') return t('searching', facts);
  const cause = twin.diagnosis?.likeliest?.mechanism;
  return cause ? t('cause', { ...facts, cause: t(`causes.${cause}`) }) : t('unexplained', facts);
}
