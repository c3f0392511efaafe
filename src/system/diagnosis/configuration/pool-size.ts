/** Sizes of a pool that are too small, or of no effect. */
import { count } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { edit, FOUND, optionNamed, originsAt, poolOf } from '../subject.ts';

const CONNECTIONS = 'client.connections';
/** Names of the size of a pool that a shared connection makes useless. */
const SIZES = ['max-active', 'max-total', 'maxTotal', 'pool-size'];

/** A pool is configured, but ordinary commands use one shared connection (Spring Data Redis with Lettuce). */
export const poolNeverUsed: FindingRule = (subject) => {
  const { connections, io } = subject.scenario.client;
  const size = optionNamed(subject, ...SIZES);
  if (connections.kind !== 'shared' || io.kind !== 'eventLoops') return undefined;
  if (size?.origin.from !== 'line' || typeof size.value !== 'number') return undefined;
  return {
    ...FOUND,
    id: 'poolNeverUsed',
    source: 'configuration',
    origins: [size.origin],
    facts: { size: count(size.value), connections: count(connections.count) },
    weight: 1.5,
  };
};

/** Fewer connections than callers that may need one at the same time. */
export const poolBelowCallers: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const { arrivals } = subject.scenario.workload;
  if (!pool || pool.maxTotal >= arrivals.callers) return undefined;
  return {
    ...FOUND,
    id: 'poolBelowCallers',
    source: 'configuration',
    severity: pool.blockWhenExhausted ? 'warning' : 'error',
    origins: originsAt(subject, `${CONNECTIONS}.maxTotal`, 'workload.arrivals.callers'),
    facts: {
      size: count(pool.maxTotal),
      callers: count(arrivals.callers),
      waiting: count(arrivals.callers - pool.maxTotal),
      fails: count(pool.blockWhenExhausted ? 0 : 1),
    },
    change: edit({
      [`${CONNECTIONS}.maxTotal`]: arrivals.callers,
      [`${CONNECTIONS}.maxIdle`]: Math.max(pool.maxIdle, arrivals.callers),
    }),
    weight: pool.blockWhenExhausted ? 1.2 : 2,
  };
};

/** Connections beyond maxIdle are closed on return and opened again by the next borrower. */
export const maxIdleBelowSize: FindingRule = (subject) => {
  const pool = poolOf(subject);
  if (!pool || pool.maxIdle >= Math.min(pool.maxTotal, subject.scenario.workload.arrivals.callers))
    return undefined;
  return {
    ...FOUND,
    id: 'maxIdleBelowSize',
    source: 'configuration',
    origins: originsAt(subject, `${CONNECTIONS}.maxIdle`, `${CONNECTIONS}.maxTotal`),
    facts: { idle: count(pool.maxIdle), size: count(pool.maxTotal) },
    change: edit({ [`${CONNECTIONS}.maxIdle`]: pool.maxTotal }),
    weight: 1.3,
  };
};

/** Only the evictor opens idle connections in advance in commons-pool2; without one minIdle does nothing. */
export const minIdleWithoutEvictor: FindingRule = (subject) => {
  const pool = poolOf(subject);
  if (!pool || pool.minIdle === 0 || pool.fillInBackground || pool.timeBetweenEvictionRunsMs > 0)
    return undefined;
  return {
    ...FOUND,
    id: 'minIdleWithoutEvictor',
    source: 'configuration',
    severity: 'note',
    origins: originsAt(subject, `${CONNECTIONS}.minIdle`, `${CONNECTIONS}.timeBetweenEvictionRunsMs`),
    facts: { idle: count(pool.minIdle) },
    change: edit({ [`${CONNECTIONS}.timeBetweenEvictionRunsMs`]: 30_000 }),
  };
};

/** A connection is opened and closed for every request. */
export const connectionPerRequest: FindingRule = (subject) =>
  subject.scenario.client.connections.kind === 'perRequest'
    ? {
        ...FOUND,
        id: 'connectionPerRequest',
        source: 'configuration',
        origins: originsAt(subject, `${CONNECTIONS}.kind`),
        facts: { trips: count(1 + subject.scenario.client.handshakeRoundTrips) },
        change: edit({
          [`${CONNECTIONS}.kind`]: 'pooled',
          [`${CONNECTIONS}.maxTotal`]: subject.scenario.workload.arrivals.callers,
          [`${CONNECTIONS}.maxIdle`]: subject.scenario.workload.arrivals.callers,
        }),
        weight: 2,
      }
    : undefined;

/** A lifetime so short that reconnects are a notable load. */
const SHORT_LIFE_MS = 60_000;

export const connectionsShortLived: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const limits = [
    { path: 'maxLifetimeMs', ms: pool?.maxLifetimeMs ?? 0 },
    { path: 'idleTimeoutMs', ms: pool?.idleTimeoutMs ?? 0 },
  ].filter(({ ms }) => ms > 0 && ms < SHORT_LIFE_MS);
  const [shortest] = limits.sort((a, b) => a.ms - b.ms);
  if (!shortest) return undefined;
  return {
    ...FOUND,
    id: 'connectionsShortLived',
    source: 'configuration',
    origins: originsAt(subject, `${CONNECTIONS}.${shortest.path}`),
    facts: { life: { unit: 'time', us: shortest.ms * 1000 } },
    change: edit({ [`${CONNECTIONS}.${shortest.path}`]: 0 }),
  };
};
