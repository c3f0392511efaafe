import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { announce } from '../../actions/announce.ts';
import { compareLever, stopTrial, trialKey, tryLevers } from '../../actions/trials.ts';
import { isNarrowChart, leverEffects, leverEffectsLines } from '../../charts/lever-effects.ts';
import type { LeverId } from '../../explain/levers.ts';
import type { SideName } from '../../scenario/problem.ts';
import { experiment } from '../../stores/experiment.ts';
import { run } from '../../stores/run.ts';
import { type Trial, type Tried, trials } from '../../stores/trials.ts';
import { SpecFigure } from '../charts/SpecFigure.tsx';
import { useSize } from '../results/use-size.ts';
import { Button } from '../shared/Button.tsx';
import { ButtonWithReason } from '../shared/ButtonWithReason.tsx';
import { Sentence } from '../shared/Sentence.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Levers.module.css';
import { gainOf, useLeverData, useLeverWords } from './lever-words.ts';

/** "Why?": the same run with one thing changed at a time, and what each change is worth. */
export function Levers() {
  const t = useTranslations('why.levers');
  const sides = useShownSides();
  const [chosen, setChosen] = useState<SideName>('a');
  const side = sides.includes(chosen) ? chosen : (sides[0] ?? 'a');
  const id = useId();
  return (
    <section className={styles.levers} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t('title')}
      </h3>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.bar}>
        {sides.length > 1 && (
          <fieldset className={styles.sides}>
            <legend className="visually-hidden">{t('side')}</legend>
            {sides.map((name) => (
              <label key={name}>
                <input type="radio" name={id} checked={name === side} onChange={() => setChosen(name)} />
                <SideBadge side={name} />
              </label>
            ))}
          </fieldset>
        )}
        <Controls side={side} />
      </div>
      <Results side={side} />
    </section>
  );
}

/** The newest trial of what a side is now. */
function useTrial(side: SideName): Trial | undefined {
  const state = useStore(experiment);
  const all = useStore(trials, (state) => state.trials);
  const key = useMemo(() => state[side] && trialKey(state[side].scenario, state), [state, side]);
  return all.find((trial) => trial.scenario === key);
}

function Controls({ side }: { readonly side: SideName }) {
  const t = useTranslations('why.levers');
  const trial = useTrial(side);
  const { summary, isStale } = useStore(run, (state) => state[side]);
  const isReady = summary !== undefined && !isStale;
  const isRunning = trial?.status === 'running';
  useSpokenEnd(trial);
  const total = trial?.total ?? 0;
  const facts = { done: trial?.tried.length ?? 0, total };
  return (
    <>
      {/* One button in one place, so that the focus stays on it. */}
      <ButtonWithReason
        look={isRunning ? 'plain' : 'strong'}
        reason={isRunning || isReady ? undefined : t('waiting')}
        onClick={() => (isRunning ? stopTrial() : tryLevers(side))}
      >
        {t(isRunning ? 'stop' : trial ? 'again' : 'start')}
      </ButtonWithReason>
      {isRunning && (
        <progress
          className={styles.progress}
          aria-label={t('title')}
          {...(total > 0 ? { max: total, value: facts.done + trial.progress } : {})}
        />
      )}
      <p className={styles.status}>
        {!trial && !isReady && t('waiting')}
        {isRunning && t(trial.total === undefined ? 'preparing' : 'running', facts)}
        {trial && !isRunning && t(trial.status, facts)}{' '}
        {trial?.problem && (
          <>
            <code>{trial.problem.code}</code> <Sentence problem={trial.problem} />
          </>
        )}
      </p>
    </>
  );
}

/** Says what has come of a trial that ends while one looks at it. */
function useSpokenEnd(trial: Trial | undefined): void {
  const t = useTranslations('why.levers');
  const { ratio } = useLeverWords();
  const wasRunning = useRef(false);
  useEffect(() => {
    const isOver = wasRunning.current && trial?.status === 'done';
    wasRunning.current = trial?.status === 'running';
    const [best] = isOver ? [...trial.tried].sort((a, b) => gainOf(b) - gainOf(a)) : [];
    if (!best?.change) return;
    const { from, to } = best.change.throughput;
    announce(
      t('spokenDone', {
        total: trial?.tried.length ?? 0,
        name: t(`names.${best.id}`),
        effect: ratio(from, to),
      }),
    );
  }, [trial, t, ratio]);
}

function Results({ side }: { readonly side: SideName }) {
  const t = useTranslations('why.levers');
  const words = useLeverWords();
  const trial = useTrial(side);
  const tried = trial?.tried ?? nothing;
  const data = useLeverData(side, tried);
  const { ref, width, fontSize } = useSize();
  const broken = tried.filter(({ problem }) => problem !== undefined);
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' });
  const fromStart = tried.filter((one) => one.change && one.isFromStart).map(({ id }) => t(`names.${id}`));
  return (
    <div ref={ref} className={styles.results}>
      {data.levers.length > 0 && (
        <SpecFigure
          spec={leverEffects}
          title={t('chart')}
          data={data}
          words={words}
          lines={leverEffectsLines(data, isNarrowChart({ width, fontSize }))}
        >
          <p className={styles.key}>{t('key')}</p>
        </SpecFigure>
      )}
      {broken.map(({ id, problem }) => (
        <p key={id} className={styles.key}>
          {t('broken', { name: t(`names.${id}`) })} {problem && <Sentence problem={problem} />}
        </p>
      ))}
      {fromStart.length > 0 && (
        <p className={styles.key}>{t('fromStart', { names: list.format(fromStart) })}</p>
      )}
      {data.levers.length > 0 && <Compare side={side} tried={tried} />}
    </div>
  );
}

const nothing: readonly Tried[] = [];

/** Any of the changes can be looked at on the stage, beside what it was made of. */
function Compare({ side, tried }: { readonly side: SideName; readonly tried: readonly Tried[] }) {
  const t = useTranslations('why.levers');
  const sorted = [...tried].filter(({ change }) => change).sort((one, other) => gainOf(other) - gainOf(one));
  const [id, setId] = useState<LeverId>();
  const chosen = sorted.find((candidate) => candidate.id === id) ?? sorted[0];
  const name = useId();
  return (
    <p className={styles.bar}>
      <label htmlFor={name}>{t('compareHint')}</label>
      <select
        id={name}
        className={styles.select}
        value={chosen?.id}
        onChange={(event) => setId(sorted.find((candidate) => candidate.id === event.target.value)?.id)}
      >
        {sorted.map((candidate) => (
          <option key={candidate.id} value={candidate.id}>
            {t(`names.${candidate.id}`)}
          </option>
        ))}
      </select>
      <Button onClick={() => chosen && compareLever(side, chosen)}>{t('compare')}</Button>
    </p>
  );
}
