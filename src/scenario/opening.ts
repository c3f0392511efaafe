/** When a client's connections are opened. */
import type { Scenario } from './generated/scenario.ts';

/** Before the run, while it goes on and a pool needs them, or one for every request. */
export type Opening = 'before' | 'whenNeeded' | 'perRequest';

/** A pool opens connections in a run that it does not begin with, or that it may have closed in between. */
export function openingOf({ client, run }: Scenario): Opening {
  const connections = client?.connections;
  if (connections?.kind === 'perRequest') return 'perRequest';
  if (connections?.kind !== 'pooled') return 'before';
  const { warm, maxIdle, maxTotal, idleTimeoutMs, maxLifetimeMs, evictEveryMs } = connections;
  const wholeMs = (run?.warmupMs ?? 0) + (run?.measuredMs ?? 0);
  const endsWithin = (ms = 0) => ms > 0 && ms < wholeMs;
  const closes =
    (maxIdle ?? 0) < (maxTotal ?? 0) ||
    [idleTimeoutMs, maxLifetimeMs, evictEveryMs].some((ms) => endsWithin(ms));
  return warm === false || closes ? 'whenNeeded' : 'before';
}
