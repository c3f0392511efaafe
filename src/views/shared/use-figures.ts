import { useStore } from 'zustand';
import { focus, type Selection } from '../../stores/focus.ts';
import { run } from '../../stores/run.ts';

/** What both sides have shown: in the part of time that is selected, or else in their whole runs. */
export function useFigures(): Omit<Selection, 'span'> & Partial<Selection> {
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  return useStore(focus, (state) => state.selected) ?? { a, b };
}
