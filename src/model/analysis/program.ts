/** A line of pseudo-code as data, with the conditions under which a thread is at the line. */
import type { activities, threadStates } from '../engine/generated/abi.ts';
import type { PhaseName } from './journey.ts';

export type ActivityName = (typeof activities)[number];
export type StateName = (typeof threadStates)[number];

export interface CodeLine {
  readonly code: string;
  /** Key of its comment under the program's texts; absent if the code is self-explanatory. */
  readonly note?: string;
  readonly activities?: readonly ActivityName[];
  readonly states?: readonly StateName[];
  /** Phases of the request; they distinguish lines that share a state. */
  readonly phases?: readonly PhaseName[];
}
