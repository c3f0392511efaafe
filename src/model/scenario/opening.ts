/** When a client opens its connections. */
import type { Scenario } from './generated/scenario.ts';

/** Before the run, on demand for a pool, or one per request. */
export type Opening = 'before' | 'whenNeeded' | 'perRequest';

/** A pool opens connections during the run unless it starts full and never closes any. */
export function openingOf({ client, run }: Scenario): Opening {
  const connections = client?.connections;
  if (connections?.kind !== 'pooled') return connections?.kind === 'perRequest' ? 'perRequest' : 'before';
  const { warm, maxIdle, maxTotal, idleTimeoutMs, maxLifetimeMs, timeBetweenEvictionRunsMs } = connections;
  const endsWithin = (ms: number) => ms > 0 && ms < run.warmupMs + run.measuredMs;
  return warm &&
    maxIdle >= maxTotal &&
    ![idleTimeoutMs, maxLifetimeMs, timeBetweenEvictionRunsMs].some(endsWithin)
    ? 'before'
    : 'whenNeeded';
}
