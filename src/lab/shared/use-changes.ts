import { useMemo } from 'react';
import type { Change } from '../../charts/change-marks.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { changesOf, experiment } from '../settings/experiment-state.ts';
import { useShownSides } from './use-shown-sides.ts';

/** The mid-run changes and the events of the visible runs, for everything with a model-time axis. */
export function useChanges(): readonly Change[] {
  const { branchNs, earlier } = useStore(experiment);
  const shown = useShownSides();
  const names = useStore(focus, (state) => state.changeNames);
  const events = useStore(focus, (state) => state.eventMarks);
  return useMemo(() => {
    const changes = changesOf({ branchNs, earlier }).map((change) => ({ ...change, ...names?.[change.ns] }));
    return [...changes, ...(events ?? [])]
      .flatMap(({ sides, ...change }) => {
        const visible = sides.filter((id) => shown.includes(id));
        return visible.length > 0 ? [{ ...change, sides: visible.join(' ').toUpperCase() }] : [];
      })
      .sort((one, other) => one.ns - other.ns);
  }, [branchNs, earlier, shown, names, events]);
}

/** The changes of one side's run. */
export function useChangesOf(side: SideName): readonly Change[] {
  const all = useChanges();
  return useMemo(() => all.filter(({ sides }) => sides.includes(side.toUpperCase())), [all, side]);
}
