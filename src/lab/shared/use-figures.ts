import { useMemo } from 'react';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { run, type SideRun } from '../run/run-state.ts';

export interface Figures {
  readonly a: SideRun;
  readonly b: SideRun;
  /** Whether they are of the part of time that is selected; otherwise they are of the whole runs. */
  readonly isPart: boolean;
}

/** What both sides have shown. While a selection is drawn they stay the same, and nothing that shows them is drawn again. */
export function useFigures(): Figures {
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const partA = useStore(focus, ({ selected }) => selected?.a);
  const partB = useStore(focus, ({ selected }) => selected?.b);
  const [ownA, ownB] = [useOfRun(partA, a), useOfRun(partB, b)];
  return ownA && ownB ? { a: ownA, b: ownB, isPart: true } : { a, b, isPart: false };
}

/** A part of a run has the fingerprint of the run, not of the events up to its own end; until that is counted it is not known. */
function useOfRun(part: SideRun | undefined, { summary, isStale }: SideRun): SideRun | undefined {
  const fingerprint = (!isStale && summary?.fingerprint) || '…';
  return useMemo(
    () => part && { ...part, summary: part.summary && { ...part.summary, fingerprint } },
    [part, fingerprint],
  );
}
