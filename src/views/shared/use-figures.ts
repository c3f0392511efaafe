import { useStore } from 'zustand';
import { focus } from '../../stores/focus.ts';
import { run, type SideRun } from '../../stores/run.ts';

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
  return partA && partB ? { a: partA, b: partB, isPart: true } : { a, b, isPart: false };
}
