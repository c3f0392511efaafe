import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { glanceSweep, recallSweep, startSweep } from '../../actions/sweep.ts';
import { defineSweep, rememberedSweep } from '../../actions/sweep-definition.ts';
import { openSweepLink, writeSweepAddress } from '../../actions/sweep-link.ts';
import { sweeps } from '../../stores/sweep.ts';
import { sweepText } from '../../sweep/definition.ts';
import { sweepPresets } from '../../sweep/presets.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useIsNarrow } from '../shared/use-media.ts';
import { useStore } from '../shared/use-store.ts';
import { Definition } from './Definition.tsx';
import styles from './Experiments.module.css';
import { Results } from './Results.tsx';
import { RunControls } from './RunControls.tsx';

/** The page of experiments: knobs over values, repeated, on all cores. */
export function Experiments() {
  useEffect(() => {
    open();
    const follow = async () => {
      if (await openSweepLink()) recallSweep();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <PartTexts part="experiments">
      <Page />
    </PartTexts>
  );
}

/** What the address says; otherwise what the last visit left, going on where it was; otherwise a look at the first ready one. */
async function open(): Promise<void> {
  const left = rememberedSweep();
  const isLinked = await openSweepLink();
  const { definition, problems } = sweeps.getState();
  // A reload finds its own address, and goes on.
  const isOwn = left && definition && sweepText(left.definition) === sweepText(definition);
  if (isLinked && !isOwn) return recallSweep();
  if (definition && !isLinked) return writeSweepAddress();
  if (!left) {
    defineSweep(sweepPresets[0]?.definition);
    // What is wrong with the link is still to be seen.
    sweeps.setState({ problems });
    return glanceSweep();
  }
  sweeps.setState({ definition: left.definition, prediction: left.prediction });
  if (left.status === 'running') await startSweep();
  else if (left.status !== 'idle') await recallSweep();
}

function Page() {
  const t = useTranslations('experiments');
  const definition = useStore(sweeps, (state) => state.definition);
  const hasProblems = useStore(sweeps, (state) => state.problems.length > 0);
  // What is asked is long: where it would push what was found off the screen, it is unfolded.
  const isNarrow = useIsNarrow();
  useEffect(() => {
    if (definition) writeSweepAddress();
  }, [definition]);
  if (!definition) return null;
  return (
    <div className={styles.page}>
      <section className={styles.form} aria-label={t('definition')}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.soft}>{t('intro')}</p>
        {isNarrow ? (
          <details className={styles.look} open={hasProblems}>
            <summary>{t('change')}</summary>
            <div className={styles.asked}>
              <Definition definition={definition} />
            </div>
          </details>
        ) : (
          <Definition definition={definition} />
        )}
      </section>
      <section className={styles.results} aria-label={t('results')}>
        <h2 className="visually-hidden">{t('results')}</h2>
        <RunControls />
        <Results definition={definition} />
      </section>
    </div>
  );
}
