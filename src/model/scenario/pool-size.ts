import type { Scenario } from './generated/scenario.ts';

/** Maximum connections of a pool; 0 without a pool. */
export function poolSize({ client }: Scenario): number {
  const connections = client?.connections;
  return connections?.kind === 'pooled' ? (connections.maxTotal ?? 0) : 0;
}
