import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { announce } from '../../actions/announce.ts';
import { isInPast } from '../../actions/knob.ts';
import { copyLink } from '../../actions/link.ts';
import { isMotionReduced } from '../../actions/motion.ts';
import { retry } from '../../actions/open.ts';
import { loadPart } from '../../i18n/catalogue.ts';
import { experiment } from '../../stores/experiment.ts';
import { focus } from '../../stores/focus.ts';
import { past } from '../../stores/past.ts';
import { playhead } from '../../stores/playhead.ts';
import { run } from '../../stores/run.ts';
import { ui } from '../../stores/ui.ts';
import { Button } from '../shared/Button.tsx';
import { ProblemList } from '../shared/ProblemList.tsx';
import { useWords } from '../shared/texts.tsx';
import { Transport } from '../stage/Transport.tsx';
import styles from './Lab.module.css';

const loadBranchBar = () =>
  import('../branch/BranchBar.tsx').then((module) => ({ default: module.BranchBar }));
const BranchBar = lazy(loadBranchBar);

const RestartNote = lazy(() =>
  import('../branch/RestartNote.tsx').then((module) => ({ default: module.RestartNote })),
);

const MendLink = lazy(() => import('./MendLink.tsx').then((module) => ({ default: module.MendLink })));

const SelectionBar = lazy(() =>
  import('../selection/SelectionBar.tsx').then((module) => ({ default: module.SelectionBar })),
);

/** While a run stands still in its middle, a change may branch there: what that takes comes when the browser has nothing else to do. */
function useBranchAhead(): void {
  const { language } = useWords();
  const isStill = useStore(playhead, isInPast);
  useEffect(() => {
    if (!isStill) return;
    const load = () => {
      // What does not come now is asked for again with the branch.
      Promise.all([loadBranchBar(), loadPart('branch', language)]).catch(() => undefined);
    };
    // Safari asks for nothing when it is idle.
    (globalThis.requestIdleCallback ?? setTimeout)(load);
  }, [isStill, language]);
}

/** Play, position and speed; always in reach. */
export function TransportBar() {
  useBranchAhead();
  const player = useStore(run, (state) => state.player);
  const bar = useRef<HTMLDivElement>(null);
  const isThere = player !== undefined;
  const isBranched = useStore(
    experiment,
    ({ branchNs, branches }) => branchNs !== undefined || branches !== undefined,
  );
  const isRestarted = useStore(past, ({ restarted }) => restarted !== undefined);
  const hasSelection = useStore(focus, ({ selected }) => selected !== undefined);
  // Who wants no motion begins with a still picture: one key press away from a moving one.
  useEffect(() => {
    if (!isThere || !isMotionReduced() || document.activeElement !== document.body) return;
    bar.current?.querySelector<HTMLElement>('[data-play]')?.focus();
  }, [isThere]);
  return (
    <div ref={bar} className={styles.transport}>
      <Suspense>{isBranched && <BranchBar />}</Suspense>
      <Suspense>{isRestarted && <RestartNote />}</Suspense>
      <Suspense>{hasSelection && <SelectionBar />}</Suspense>
      {player && <Transport player={player} />}
    </div>
  );
}

/** What was wrong with the link, and what went wrong with the engine. */
export function Problems() {
  const t = useTranslations('app.problem');
  const problems = useStore(ui, (state) => state.problems);
  const failure = useStore(run, (state) => state.failure);
  const listed = useMemo(() => problems.map(({ problem }) => problem), [problems]);
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  if (problems.length === 0 && !failure) return null;
  return (
    <div className={styles.problems}>
      <ProblemList problems={failures} takesFocus>
        <Button onClick={retry}>{t('retry')}</Button>
      </ProblemList>
      <ProblemList
        problems={listed}
        takesFocus
        wayOut={(problem) => {
          const found = problems.find((candidate) => candidate.problem === problem);
          return <Suspense>{found && <MendLink found={found} />}</Suspense>;
        }}
      >
        <CopyCorrected />
        <Button onClick={() => ui.setState({ problems: [] })}>{t('dismiss')}</Button>
      </ProblemList>
    </div>
  );
}

/** The link of what is shown instead: without the values that could not be used. */
function CopyCorrected() {
  const t = useTranslations('app');
  const copy = async () => {
    announce(t((await copyLink()) ? 'share.done' : 'share.failed'), { isVisible: true });
  };
  return <Button onClick={copy}>{t('problem.copyCorrected')}</Button>;
}
