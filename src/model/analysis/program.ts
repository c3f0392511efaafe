/** A line of our own pseudo-code as data: what is said of a thread whenever it is at the line. */
import type { activities, threadStates } from '../engine/generated/abi.ts';
import type { PhaseName } from './journey.ts';

export type ActivityName = (typeof activities)[number];
export type StateName = (typeof threadStates)[number];

export interface CodeLine {
  readonly code: string;
  /** Of its comment in the catalogue, under the program's; absent where the code says it all. */
  readonly note?: string;
  readonly activities?: readonly ActivityName[];
  readonly states?: readonly StateName[];
  /** Of the request; it also tells lines apart that share a state. */
  readonly phases?: readonly PhaseName[];
}
