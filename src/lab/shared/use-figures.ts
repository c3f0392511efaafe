import { useMemo } from 'react';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { run, type SideRun } from '../run/run-state.ts';

export interface Figures {
  readonly a: SideRun;
  readonly b: SideRun;
  /** Whether the metrics are of the selection; otherwise of the whole runs. */
  readonly isPart: boolean;
}

/** The metrics of both sides. They do not change during a drag, so that nothing renders again. */
export function useFigures(): Figures {
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const partA = useStore(focus, ({ selected }) => selected?.a);
  const partB = useStore(focus, ({ selected }) => selected?.b);
  const [ownA, ownB] = [useOfRun(partA, a), useOfRun(partB, b)];
  return ownA && ownB ? { a: ownA, b: ownB, isPart: true } : { a, b, isPart: false };
}

/** A selection has the fingerprint of its run; until the whole run is simulated, it is unknown. */
function useOfRun(part: SideRun | undefined, { summary, isStale }: SideRun): SideRun | undefined {
  const fingerprint = (!isStale && summary?.fingerprint) || '…';
  return useMemo(
    () => part && { ...part, summary: part.summary && { ...part.summary, fingerprint } },
    [part, fingerprint],
  );
}
