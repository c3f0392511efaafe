/** Quantities that follow from the settings of a scenario. */
import type { Dist, Scenario } from './generated/scenario.ts';

/** Mean of a distribution, in its unit; 0 if undefined. */
export function meanOf(dist: Dist | undefined): number {
  if (!dist) return 0;
  if ('value' in dist) return dist.value;
  return 'mean' in dist ? dist.mean : (dist.min + dist.max) / 2;
}

/**
 * Commands per request, to compare requests of different sizes. Keys, if one command has several (MGET,
 * MSET); in a transaction, the commands between MULTI and EXEC.
 */
export const commandsPerRequest = ({ workload: { batch } }: Scenario): number =>
  batch.kind === 'none' ? 1 : batch.size;

const NS_PER_MS = 1e6;

/** End of a run, warm-up plus measured window, ns. */
export const runEndNs = ({ run }: Pick<Scenario, 'run'>): number =>
  (run.warmupMs + run.measuredMs) * NS_PER_MS;

/** The nodes that a client sends requests to: primaries, and their replicas if the client reads from them. */
export const servingNodes = ({ client, server }: Pick<Scenario, 'client' | 'server'>): number =>
  server.nodes * (client.readFrom === 'primary' ? 1 : 1 + server.replicas);

/** Maximum connections of a pool; 0 without a pool. */
export function poolSize({ client }: Scenario): number {
  const connections = client?.connections;
  return connections?.kind === 'pooled' ? (connections.maxTotal ?? 0) : 0;
}
