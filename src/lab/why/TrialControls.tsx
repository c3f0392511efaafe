import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { SideName } from '../../model/scenario/problem.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import { roundedSeconds } from '../../model/sweep/pace.ts';
import { waterfallOf } from '../../model/sweep/waterfall.ts';
import { ButtonWithReason } from '../../ui/Button.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { Sentence } from '../../ui/ProblemList.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { useFigureWords, useSeeds } from './figure-words.ts';
import styles from './Levers.module.css';
import { triedOf, useRatio } from './trial-results.ts';
import { isTried, SEEDS, stopTrial, tryLevers } from './trials.ts';
import type { Extent, Trial } from './trials-state.ts';

const NS_PER_S = 1e9;

export interface TrialControlsProps {
  readonly side: SideName;
  readonly extent: Extent;
  readonly quantity: Quantity;
  /** The newest trial of the side's current state. */
  readonly trial: Trial | undefined;
}

/** The next action of the button: everything, the rest, or everything with more seeds. */
function nextOf(trial: Trial | undefined, extent: Extent) {
  if (trial?.status === 'running') return 'stop';
  if (trial && trial.status !== 'done') return 'goOn';
  if (trial && isTried(trial, extent)) return 'more';
  return extent === 'alone' ? 'start' : 'startTogether';
}

/** Try, stop, continue, try with more seeds; progress and result. */
export function TrialControls({ side, extent, quantity, trial }: TrialControlsProps) {
  const t = useTranslations('why.levers');
  const { summary, isStale } = useStore(run, (state) => state[side]);
  const isReady = summary !== undefined && !isStale;
  const next = nextOf(trial, extent);
  const isRunning = next === 'stop';
  useSpokenEnd(trial, quantity);
  const press = ({ detail }: MouseEvent) => {
    // The second press of a double press has no action of its own.
    if (detail > 1) return;
    if (isRunning) stopTrial();
    else tryLevers(side, extent);
  };
  return (
    <div className={styles.bar}>
      {/* One button in one place, so that the focus stays on it. */}
      <ButtonWithReason
        variant={isRunning || next === 'more' ? 'plain' : 'strong'}
        reason={isRunning || isReady ? undefined : t('waiting')}
        onClick={press}
      >
        {t(next, { count: SEEDS })}
      </ButtonWithReason>
      {isRunning && (
        <Progress label={t('title')} max={trial?.total || 1} value={trial?.total ? trial.done : undefined} />
      )}
      <p className={styles.status}>
        {!trial && !isReady && t('waiting')}
        {trial && <Status trial={trial} />}
      </p>
    </div>
  );
}

function Status({ trial }: { readonly trial: Trial }) {
  const t = useTranslations('why.levers');
  const words = useWords();
  const { status, total, done, etaMs, seeds, firstSeed, singles, problem } = trial;
  const facts = { done, total: total ?? 0, count: singles.length, ...useSeeds(firstSeed, seeds) };
  if (status === 'running' && total === undefined) return t('preparing');
  return (
    <>
      {t(status, facts)}
      {etaMs !== undefined && ` ${t('eta', { time: words.duration(roundedSeconds(etaMs) * NS_PER_S) })}`}
      {problem && (
        <>
          {' '}
          <Sentence problem={problem} /> <ProblemCode code={problem.code} />
        </>
      )}
    </>
  );
}

/** Announces the result of a trial that ends while it is visible. */
function useSpokenEnd(trial: Trial | undefined, quantity: Quantity): void {
  const t = useTranslations('why.levers');
  const ratio = useRatio();
  const words = useFigureWords(quantity);
  const wasRunning = useRef(false);
  useEffect(() => {
    const isOver = wasRunning.current && trial?.status === 'done';
    wasRunning.current = trial?.status === 'running';
    if (!isOver) return;
    const { quantity: figure, figure: text, factor } = words;
    const whole =
      trial.extent === 'together' ? waterfallOf(trial.base, trial.steps, trial.singles, quantity) : undefined;
    if (whole) {
      const [start, end] = [whole.start, whole.end].map((value) => text(value * factor));
      announce(t('spokenTogether', { figure, start: start ?? '', end: end ?? '' }));
      return;
    }
    const [best] = triedOf(trial, quantity);
    if (!best) return;
    const { from, to } = best.effect;
    const name = t(`names.${best.single.id}`);
    announce(t('spokenDone', { count: trial.singles.length, name, figure, effect: ratio(from, to) }));
  }, [trial, quantity, words, t, ratio]);
}
