/** What a request carries: the one place that says how many commands it is. */
import type { Scenario } from './generated/scenario.ts';

/**
 * Commands in a request, so that requests of different sizes can be compared. Keys where one command has several (MGET, MSET);
 * of a transaction the commands between MULTI and EXEC, not these two.
 */
export const commandsPerRequest = ({ workload: { batch } }: Scenario): number =>
  batch.kind === 'none' ? 1 : batch.size;
