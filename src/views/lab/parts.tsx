import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { isInPast } from '../../actions/knob.ts';
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
import { lazy, Suspense } from '../shared/prompt.tsx';
import { useWords } from '../shared/texts.tsx';
import { useStore } from '../shared/use-store.ts';
import { Transport } from '../stage/Transport.tsx';
import styles from './Lab.module.css';

const loadBranchBar = () =>
  import('../branch/BranchBar.tsx').then((module) => ({ default: module.BranchBar }));
const BranchBar = lazy(loadBranchBar);

const RestartNote = lazy(() =>
  import('../branch/RestartNote.tsx').then((module) => ({ default: module.RestartNote })),
);

const LinkProblems = lazy(() =>
  import('./LinkProblems.tsx').then((module) => ({ default: module.LinkProblems })),
);

const StillNote = lazy(() =>
  import('../stage/StillNote.tsx').then((module) => ({ default: module.StillNote })),
);

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
  const isBranched = useStore(
    experiment,
    ({ branchNs, branches }) => branchNs !== undefined || branches !== undefined,
  );
  // With branches, what is to be said of them is said in their bar.
  const isTold = useStore(past, ({ restarted, refusal }) => restarted ?? (isBranched ? undefined : refusal));
  const isUnmoved = useStore(run, (state) => state.isUnmoved);
  const hasSelection = useStore(focus, ({ selected }) => selected !== undefined);
  return (
    <div className={styles.transport}>
      <Suspense>{isBranched && <BranchBar />}</Suspense>
      <Suspense>{isTold && <RestartNote />}</Suspense>
      <Suspense>{hasSelection && <SelectionBar />}</Suspense>
      <Suspense>{isUnmoved && <StillNote />}</Suspense>
      {player && <Transport player={player} />}
    </div>
  );
}

/** What was wrong with the link, and what went wrong with the engine. */
export function Problems() {
  const t = useTranslations('app.problem');
  const hasProblems = useStore(ui, ({ problems }) => problems.length > 0);
  const failure = useStore(run, (state) => state.failure);
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  if (!hasProblems && !failure) return null;
  return (
    <div className={styles.problems}>
      <ProblemList problems={failures} takesFocus>
        <Button onClick={retry}>{t('retry')}</Button>
      </ProblemList>
      <Suspense>{hasProblems && <LinkProblems />}</Suspense>
    </div>
  );
}
