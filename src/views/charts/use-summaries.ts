import { useMemo } from 'react';
import { useStore } from 'zustand';
import { run } from '../../stores/run.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';

/** The summaries of the sides that are shown, of those that have one. */
export function useSummaries() {
  const shown = useShownSides();
  const a = useStore(run, (state) => state.a.summary);
  const b = useStore(run, (state) => state.b.summary);
  return useMemo(
    () =>
      shown.flatMap((id) => {
        const summary = { a, b }[id];
        return summary ? [{ id, summary }] : [];
      }),
    [a, b, shown],
  );
}
