import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Suspense } from '../../ui/prompt.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { midRunEdit } from '../branch/mid-run-edit-state.ts';
import { retry } from '../link/open.ts';
import { focus } from '../marks/focus-state.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import { Transport } from '../stage-view/Transport.tsx';
import { SelectionBar } from '../timeline/SelectionBar.tsx';
import styles from './Lab.module.css';
import { lazyPart } from './lazy.ts';

const BranchBar = lazyPart('BranchBar');
const RestartNote = lazyPart('RestartNote');
const LinkProblems = lazyPart('LinkProblems');
const EventMarks = lazyPart('EventMarks');

/** Under reduced motion: why nothing moves, and how to start. Hidden after the first play. */
function StillNote() {
  // The first view is paused, one key press away from playing.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-play]')?.focus({ preventScroll: true });
  }, []);
  const t = useTranslations('lab');
  return (
    <p className={styles.note} role="status">
      {t('still')}
    </p>
  );
}

export interface TransportBarProps {
  /** Whether branches can be left and compared here. */
  readonly hasBranches?: boolean;
}

/** Play, position and speed; always in reach. */
export function TransportBar({ hasBranches = true }: TransportBarProps) {
  const player = useStore(run, (state) => state.player);
  const isBranched = useStore(
    experiment,
    ({ branchNs, branches }) => hasBranches && (branchNs !== undefined || branches !== undefined),
  );
  // With branches, their bar shows the note instead.
  const isNoteShown = useStore(
    midRunEdit,
    ({ restarted, refusal }) => restarted ?? (isBranched ? undefined : refusal),
  );
  const hasEvents = useStore(experiment, ({ a, b }) => [a, b].some((side) => side?.scenario.events?.length));
  const isUnmoved = useStore(run, (state) => state.isUnmoved);
  const hasSelection = useStore(focus, ({ selected }) => selected !== undefined);
  return (
    <div className={styles.transport}>
      {hasEvents && (
        <Suspense>
          <EventMarks />
        </Suspense>
      )}
      <Suspense>
        {isBranched && <BranchBar />}
        {isNoteShown && <RestartNote />}
      </Suspense>
      {hasSelection && <SelectionBar />}
      {isUnmoved && <StillNote />}
      {player && <Transport player={player} />}
    </div>
  );
}

/** Problems of the link and of the engine. */
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
      {hasProblems && (
        <Suspense>
          <LinkProblems />
        </Suspense>
      )}
    </div>
  );
}
