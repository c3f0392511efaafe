import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { retry } from '../../actions/open.ts';
import { experiment } from '../../stores/experiment.ts';
import { focus } from '../../stores/focus.ts';
import { past } from '../../stores/past.ts';
import { run } from '../../stores/run.ts';
import { ui } from '../../stores/ui.ts';
import { BranchBar } from '../branch/BranchBar.tsx';
import { RestartNote } from '../branch/RestartNote.tsx';
import { SelectionBar } from '../selection/SelectionBar.tsx';
import { Button } from '../shared/Button.tsx';
import { ProblemList } from '../shared/ProblemList.tsx';
import { useStore } from '../shared/use-store.ts';
import { StillNote } from '../stage/StillNote.tsx';
import { Transport } from '../stage/Transport.tsx';
import styles from './Lab.module.css';
import { LinkProblems } from './LinkProblems.tsx';

/** Play, position and speed; always in reach. */
export function TransportBar() {
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
      {isBranched && <BranchBar />}
      {isTold && <RestartNote />}
      {hasSelection && <SelectionBar />}
      {isUnmoved && <StillNote />}
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
      {hasProblems && <LinkProblems />}
    </div>
  );
}
