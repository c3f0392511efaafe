import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Change } from '../../charts/change-marks.ts';
import { changesOf, experiment } from '../../stores/experiment.ts';
import { useShownSides } from './use-shown-sides.ts';

/** Where the runs that are shown were changed on their way, for the time axes of charts. */
export function useChanges(): readonly Change[] {
  const { branchNs, earlier } = useStore(experiment);
  const shown = useShownSides();
  return useMemo(
    () =>
      changesOf({ branchNs, earlier }).flatMap(({ ns, sides }) => {
        const seen = sides.filter((id) => shown.includes(id));
        return seen.length > 0 ? [{ ns, sides: seen.join(' ').toUpperCase() }] : [];
      }),
    [branchNs, earlier, shown],
  );
}
