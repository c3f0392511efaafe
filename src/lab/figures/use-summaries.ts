import { useMemo } from 'react';
import { useFigures } from '../shared/use-figures.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';

/** The summaries of the visible sides: of the selection, or of the whole runs. */
export function useSummaries() {
  const shown = useShownSides();
  const figures = useFigures();
  const a = figures.a.summary;
  const b = figures.b.summary;
  return useMemo(
    () =>
      shown.flatMap((id) => {
        const summary = { a, b }[id];
        return summary ? [{ id, summary }] : [];
      }),
    [a, b, shown],
  );
}
