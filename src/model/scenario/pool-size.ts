import type { Scenario } from './generated/scenario.ts';

/** Connections that a pool may have; 0 for clients without one. */
export function poolSize({ client }: Scenario): number {
  const connections = client?.connections;
  return connections?.kind === 'pooled' ? (connections.maxTotal ?? 0) : 0;
}
