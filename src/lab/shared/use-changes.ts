import { useMemo } from 'react';
import type { Change } from '../../charts/change-marks.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { changesOf, experiment } from '../settings/experiment-state.ts';
import { useShownSides } from './use-shown-sides.ts';

/** The mid-run changes of the visible runs, for everything with a model-time axis. */
export function useChanges(): readonly Change[] {
  const { branchNs, earlier } = useStore(experiment);
  const shown = useShownSides();
  const names = useStore(focus, (state) => state.changeNames);
  return useMemo(
    () =>
      changesOf({ branchNs, earlier }).flatMap(({ ns, sides }) => {
        const visible = sides.filter((id) => shown.includes(id));
        return visible.length > 0 ? [{ ns, sides: visible.join(' ').toUpperCase(), ...names?.[ns] }] : [];
      }),
    [branchNs, earlier, shown, names],
  );
}

/** The changes of one side's run. */
export function useChangesOf(side: SideName): readonly Change[] {
  const all = useChanges();
  return useMemo(() => all.filter(({ sides }) => sides.includes(side.toUpperCase())), [all, side]);
}
