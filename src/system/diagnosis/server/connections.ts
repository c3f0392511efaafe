/** The server's connections: churn, a hot one, and the limit. */
import { count, rate, share } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { edit, FOUND, poolOf, text } from '../subject.ts';

/** New connections a second, and as a share of commands, from which churn is notable. */
const CHURN_PER_SEC = 10;
const CHURN_SHARE = 0.01;
/** Share of the commands or of the traffic on one connection from which it is hot. */
const HOT = 0.5;
/** Share of maxclients from which the limit is near. */
const NEAR = 0.8;
/** Reply bytes that wait for one client, from which it does not keep up. */
const QUEUED_BYTES = 1024 * 1024;

export const connectionChurn: FindingRule = (subject) => {
  const { connectionsPerSec, opsPerSec } = subject.reading.observed;
  if (!connectionsPerSec || connectionsPerSec.value < CHURN_PER_SEC) return undefined;
  if (opsPerSec && connectionsPerSec.value < CHURN_SHARE * opsPerSec.value) return undefined;
  const pool = poolOf(subject);
  return {
    ...FOUND,
    id: 'connectionChurn',
    source: 'server',
    origins: [connectionsPerSec.origin],
    facts: { opened: rate(connectionsPerSec.value), ops: rate(opsPerSec?.value ?? 0) },
    change:
      pool && pool.maxIdle < pool.maxTotal ? edit({ 'client.connections.maxIdle': pool.maxTotal }) : null,
    weight: 1.5,
  };
};

/** One of several connections carries most of the commands. */
export const hotConnection: FindingRule = (subject) => {
  const { clients } = subject.reading.observed;
  const loads = (clients?.value ?? []).map((client) => ({
    client,
    load: client.totCmds ?? client.totNetIn ?? 0,
  }));
  const total = loads.reduce((sum, { load }) => sum + load, 0);
  const [hottest] = loads.sort((a, b) => b.load - a.load);
  if (!clients || !hottest || loads.length < 3 || total === 0 || hottest.load < HOT * total) return undefined;
  return {
    ...FOUND,
    id: 'hotConnection',
    source: 'server',
    origins: [clients.origin],
    facts: {
      part: share(hottest.load / total),
      connections: count(loads.length),
      name: text(hottest.client.addr ?? ''),
    },
    weight: 1.3,
  };
};

/** Replies wait in the server because a client does not read them. */
export const outputQueued: FindingRule = (subject) => {
  const { clients } = subject.reading.observed;
  const [largest] = [...(clients?.value ?? [])].sort((a, b) => (b.omem ?? 0) - (a.omem ?? 0));
  if (!clients || !largest?.omem || largest.omem < QUEUED_BYTES) return undefined;
  return {
    ...FOUND,
    id: 'outputQueued',
    source: 'server',
    origins: [clients.origin],
    facts: {
      megabytes: { unit: 'number', value: largest.omem / 1024 / 1024 },
      command: text((largest.cmd ?? '').toUpperCase()),
    },
    weight: 1.5,
  };
};

export const maxclientsNear: FindingRule = (subject) => {
  const { connectedClients, maxclients } = subject.reading.observed;
  if (!connectedClients || !maxclients || connectedClients.value < NEAR * maxclients.value) return undefined;
  return {
    ...FOUND,
    id: 'maxclientsNear',
    source: 'server',
    origins: [connectedClients.origin, maxclients.origin],
    facts: { connected: count(connectedClients.value), maxclients: count(maxclients.value) },
  };
};

export const connectionsRefused: FindingRule = (subject) => {
  const { rejectedConnections } = subject.reading.observed;
  if (!rejectedConnections || rejectedConnections.value === 0) return undefined;
  return {
    ...FOUND,
    id: 'connectionsRefused',
    source: 'server',
    severity: 'error',
    origins: [rejectedConnections.origin],
    facts: { refused: count(rejectedConnections.value) },
    weight: 2.5,
  };
};
