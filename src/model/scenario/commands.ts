/** Number of commands per request, defined here only. */
import type { Scenario } from './generated/scenario.ts';

/**
 * Commands per request, to compare requests of different sizes. Keys, if one command has several (MGET,
 * MSET); in a transaction, the commands between MULTI and EXEC.
 */
export const commandsPerRequest = ({ workload: { batch } }: Scenario): number =>
  batch.kind === 'none' ? 1 : batch.size;
