import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { recallSweep, startSweep } from '../../actions/sweep.ts';
import { defineSweep, rememberedSweep } from '../../actions/sweep-definition.ts';
import { sweeps } from '../../stores/sweep.ts';
import { sweepPresets } from '../../sweep/presets.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { Definition } from './Definition.tsx';
import styles from './Experiments.module.css';
import { Results } from './Results.tsx';
import { RunControls } from './RunControls.tsx';

/** The page of experiments: knobs over values, repeated, on all cores. */
export function Experiments() {
  useEffect(() => {
    if (!sweeps.getState().definition) open();
  }, []);
  return (
    <PartTexts part="experiments">
      <Page />
    </PartTexts>
  );
}

/** What the last visit left, going on where it was; otherwise the first ready one. */
function open(): void {
  const left = rememberedSweep();
  if (!left) {
    defineSweep(sweepPresets[0]?.definition);
    return;
  }
  sweeps.setState({ definition: left.definition, prediction: left.prediction });
  if (left.status === 'running') startSweep();
  else if (left.status !== 'idle') recallSweep();
}

function Page() {
  const t = useTranslations('experiments');
  const definition = useStore(sweeps, (state) => state.definition);
  if (!definition) return null;
  return (
    <div className={styles.page}>
      <section className={styles.form} aria-label={t('definition')}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.soft}>{t('intro')}</p>
        <Definition definition={definition} />
      </section>
      <section className={styles.results} aria-label={t('results')}>
        <h2 className="visually-hidden">{t('results')}</h2>
        <RunControls />
        <Results definition={definition} />
      </section>
    </div>
  );
}
