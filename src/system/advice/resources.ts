/** What a configuration uses: connections, and cores. */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Values } from '../../model/sweep/metrics.ts';

/** Connections that a client process may open, over all nodes. */
export function connectionsOf({ client: { connections }, server, workload }: Scenario): number {
  switch (connections.kind) {
    case 'pooled':
      return connections.maxTotal * server.nodes;
    case 'shared':
      return connections.count * server.nodes;
    case 'perRequest':
      return workload.arrivals.callers;
  }
}

/** Busy cores of the client and of the server together, in one run. */
export function coresOf({ client, server }: Scenario, values: Values): number {
  const busy = (host: string) =>
    ['user', 'kernel', 'switch'].reduce((sum, state) => sum + (values[`hosts.${host}.${state}`] ?? 0), 0);
  const serverCores = server.host.kind === 'own' ? server.host.cores : 0;
  return busy('client') * client.cores + busy('server') * serverCores;
}
