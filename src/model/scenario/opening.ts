/** When a client's connections are opened. */
import type { Scenario } from './generated/scenario.ts';

/** Before the run, while it goes on and a pool needs them, or one for every request. */
export type Opening = 'before' | 'whenNeeded' | 'perRequest';

/** A pool opens connections in a run that it does not begin with, or that it may have closed in between. */
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
