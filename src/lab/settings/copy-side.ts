/** One system on both sides. */
import type { SideName } from '../../model/scenario/problem.ts';
import { asStep } from '../link/link.ts';
import { showPair } from '../run/run.ts';
import { experiment, SIDES } from './experiment-state.ts';

/** Makes the other side the same as this one: a clean start for a comparison in which one thing differs. */
export function copySide(from: SideName): void {
  const source = experiment.getState()[from];
  const to = SIDES.find((name) => name !== from);
  if (!source || !to) return;
  asStep(() => {
    experiment.setState({ [to]: source, branchNs: undefined });
    showPair();
  });
}
