import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { roundedSeconds } from '../model/sweep/pace.ts';
import { Button, ButtonWithReason } from '../ui/Button.tsx';
import { canNotify, isNoticeWanted, notify, wantNoNotice, wantNotice } from '../ui/notify.ts';
import { ProblemList } from '../ui/ProblemList.tsx';
import { Progress } from '../ui/Progress.tsx';
import { announce } from '../ui/ui-state.ts';
import { useStore } from '../ui/use-store.ts';
import styles from './Experiments.module.css';
import { Gaps, useIsImpossible } from './Gaps.tsx';
import { cancelSweep, pauseSweep, putSweepAside, resumeSweep, startSweep } from './sweep.ts';
import { estimateSweep } from './sweep-estimate.ts';
import { sweeps } from './sweep-state.ts';

/** Delay of the estimate after typing, ms. */
const ESTIMATE_AFTER_MS = 400;

/** Actions of the button. */
const ACTIONS = { run: startSweep, pause: pauseSweep, resume: resumeSweep } as const;

/** Run, pause, stop; estimate, progress and end. */
export function RunControls() {
  const t = useTranslations('experiments');
  const { definition, status, isGlance, run, estimate, failure } = useStore(sweeps);
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  const isUnderWay = status === 'running' || status === 'preparing' || status === 'paused';
  useEffect(() => {
    if (!definition || isUnderWay) return;
    const timer = setTimeout(estimateSweep, ESTIMATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [definition, isUnderWay]);
  const isImpossible = useIsImpossible();
  useSpokenEnd();
  // A first look runs automatically: a press then requests the full sweep.
  const means = isGlance ? 'run' : status === 'running' ? 'pause' : status === 'paused' ? 'resume' : 'run';
  const press = ({ detail }: MouseEvent) => {
    // The second press of a double press has no action of its own.
    if (detail > 1) return;
    ACTIONS[means]();
  };
  const seconds = (ms: number) => {
    const rounded = roundedSeconds(ms);
    return rounded < 60 ? t('seconds', { count: rounded }) : t('minutes', { count: rounded / 60 });
  };
  return (
    <div>
      <div className={styles.controls}>
        {/* One button in one place, so that the focus stays on it. */}
        <ButtonWithReason
          variant="strong"
          reason={isImpossible && means === 'run' ? t('nothingPossible') : undefined}
          onClick={press}
        >
          {t(means)}
        </ButtonWithReason>
        {isUnderWay && <Button onClick={cancelSweep}>{t('cancel')}</Button>}
        {isUnderWay && !isGlance && canNotify() && <NoticeButton />}
        {isUnderWay && (
          <Progress label={t('progress')} max={Math.max(1, run?.total ?? 1)} value={run?.done} />
        )}
      </div>
      <p className={styles.status}>
        {!isUnderWay && estimate && (
          <>
            {t(estimate.sweep.precision === 'answer' ? 'planAnswer' : 'plan', {
              points: estimate.points,
              runs: estimate.runs,
            })}
            {estimate.ms !== undefined && ` ${t('about', { time: seconds(estimate.ms) })}`}{' '}
          </>
        )}
        {isUnderWay && run && (
          <>
            {t('running', { done: run.done, total: run.total, elapsed: seconds(run.elapsedMs) })}
            {run.etaMs !== undefined &&
              status === 'running' &&
              ` ${t('eta', { time: seconds(run.etaMs) })}`}{' '}
          </>
        )}
        {run && run.reused > 0 && t('reused', { reused: run.reused, done: run.done })}
      </p>
      <Ended />
      <Gaps />
      <ProblemList problems={failures} takesFocus={!isGlance} />
    </div>
  );
}

/** For long experiments: a browser notification for readers in another tab. */
function NoticeButton() {
  const t = useTranslations('experiments.notice');
  const [isOn, setIsOn] = useState(isNoticeWanted);
  const toggle = async () => {
    if (isOn) {
      wantNoNotice();
      setIsOn(false);
      return;
    }
    const isAllowed = await wantNotice();
    setIsOn(isAllowed);
    if (!isAllowed) announce(t('refused'), { isVisible: true });
  };
  return (
    <Button variant="quiet" aria-pressed={isOn} title={t('what')} onClick={toggle}>
      {t('label')}
    </Button>
  );
}

function Ended() {
  const t = useTranslations('experiments');
  const status = useStore(sweeps, (state) => state.status);
  const isGlance = useStore(sweeps, (state) => state.isGlance);
  const run = useStore(sweeps, (state) => state.run);
  if (status !== 'ended' || !run?.ending || run.done === 0) return null;
  const facts = {
    done: run.done,
    total: run.total,
    precision: Number(run.sweep.precision ?? 0) * 100,
    budget: run.sweep.budgetS ?? 0,
    seeds: run.sweep.seeds,
    version: run.engineVersion,
  };
  return (
    <p className={styles.note}>
      {t(`endings.${run.ending}`, facts)}
      {isGlance && (
        <>
          {' '}
          <Button variant="small" onClick={putSweepAside}>
            {t('putAside')}
          </Button>
        </>
      )}
    </p>
  );
}

/** Announces the end of a sweep. */
function useSpokenEnd(): void {
  const t = useTranslations('experiments');
  const status = useStore(sweeps, (state) => state.status);
  const was = useRef(status);
  useEffect(() => {
    const isOver = was.current === 'running' && status === 'ended';
    was.current = status;
    const run = sweeps.getState().run;
    if (!isOver || !run || sweeps.getState().isGlance) return;
    const text = t('spokenEnd', { done: run.done });
    announce(text);
    notify(text);
  }, [status, t]);
}
