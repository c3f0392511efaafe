import type { SideName } from '../../model/scenario/problem.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { SIDES } from '../settings/experiment-state.ts';

const alone: Readonly<Record<SideName, readonly SideName[]>> = { a: ['a'], b: ['b'] };

/** The visible sides, which edits apply to: both, or one. */
export function useShownSides(): readonly SideName[] {
  const only = useStore(ui, (state) => state.only);
  return only ? alone[only] : SIDES;
}
