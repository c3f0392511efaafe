/** The connection whose system calls are looked at. */
import type { SideName } from '../../model/scenario/problem.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { calls } from './calls-state.ts';

/** @param number from 0; undefined: the first that is seen in use */
export const lookAtConnection = (side: SideName, number: number | undefined): void =>
  calls.setState({ [side]: number });

// Another system's connection of the same number is not the one that was chosen.
experiment.subscribe((now, before) => {
  for (const side of SIDES) if (now[side]?.base !== before[side]?.base) lookAtConnection(side, undefined);
});
