import type { SideName } from '../../scenario/problem.ts';
import { SIDES } from '../../stores/experiment.ts';
import { ui } from '../../stores/ui.ts';
import { useStore } from './use-store.ts';

const alone: Readonly<Record<SideName, readonly SideName[]>> = { a: ['a'], b: ['b'] };

/** The sides one sees and changes: both, or one by itself. */
export function useShownSides(): readonly SideName[] {
  const only = useStore(ui, (state) => state.only);
  return only ? alone[only] : SIDES;
}
