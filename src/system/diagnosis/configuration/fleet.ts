/** All client processes together against the server's limit of connections. */
import { count } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { FOUND, originsAt, poolOf } from '../subject.ts';

/** Redis' own default of maxclients. */
const DEFAULT_MAXCLIENTS = 10_000;
/** Share of the limit from which one deployment with twice the processes exceeds it. */
const NEAR = 0.5;

export const fleetAboveMaxclients: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const { instances, reading } = subject;
  if (!pool || instances === undefined) return undefined;
  const limit = reading.observed.maxclients;
  const maxclients = limit?.value ?? DEFAULT_MAXCLIENTS;
  const connections = instances * pool.maxTotal;
  if (connections < NEAR * maxclients) return undefined;
  return {
    ...FOUND,
    id: 'fleetAboveMaxclients',
    source: 'configuration',
    severity: connections > maxclients ? 'error' : 'note',
    origins: [...originsAt(subject, 'client.connections.maxTotal'), ...(limit ? [limit.origin] : [])],
    facts: {
      instances: count(instances),
      size: count(pool.maxTotal),
      connections: count(connections),
      maxclients: count(maxclients),
      isAbove: count(connections > maxclients ? 1 : 0),
    },
    weight: connections > maxclients ? 2 : 1,
  };
};
