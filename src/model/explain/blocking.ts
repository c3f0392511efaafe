/**
 * Commands that block in Redis (BLPOP and the like). Redis executes nothing of a connection behind one that blocks: where callers share it
 * they all wait, though Redis itself has nothing to do; a connection that is lent is lent for that long.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { BUSY } from './busiest.ts';
import { count, type Rule, rate, share, time, use } from './finding.ts';
import { phasesUs, poolSize } from './request.ts';

/** Part of connections' time from which it is worth a sentence. */
const MUCH = 0.01;

/** Connections that are blocked, on average. */
export const blockedConnections = ({ queues }: Summary): number =>
  queues.find(({ phase }) => phase === 'blocked')?.mean ?? 0;

/** Connections that all callers share; undefined where they do not. */
export const sharedSize = ({ client: { connections }, server }: Scenario): number | undefined =>
  connections.kind === 'shared' ? connections.count * server.nodes : undefined;

/** How long a completed request blocks a connection on average, µs. */
export const blockedUs = (summary: Summary): number =>
  summary.requests.completed > 0
    ? (blockedConnections(summary) * summary.windowUs) / summary.requests.completed
    : 0;

const shared = (scenario: Scenario, summary: Summary, least: number) => {
  const connections = sharedSize(scenario);
  const blocked = blockedConnections(summary) / (connections ?? 1);
  if (connections === undefined || blocked < least) return undefined;
  const us = blockedUs(summary);
  return {
    connections: count(connections),
    blocked: share(blocked),
    each: time(us),
    behind: time(phasesUs(summary, ['serverBatch'])),
    bound: rate(us > 0 ? (connections * 1e6) / us : 0),
  };
};

/** The limit where shared connections are blocked nearly all the time. */
export const blockingIsFull: Rule<'blocking'> = (scenario, summary) => {
  const facts = shared(scenario, summary, BUSY);
  return facts && { id: 'blocking', facts };
};

/** That everybody on a shared connection waits for a command that blocks. */
export const blocking: Rule<'blocking'> = (scenario, summary) => {
  const facts = shared(scenario, summary, MUCH);
  return facts && { id: 'blocking', facts };
};

/** That connections of a pool are lent for as long as commands block. */
export const blockingLent: Rule<'blockingLent'> = (scenario, summary) => {
  const lent = (use(summary, 'connections')?.utilisation ?? 0) * (poolSize(scenario) ?? 0);
  const part = lent > 0 ? blockedConnections(summary) / lent : 0;
  return part >= MUCH ? { id: 'blockingLent', facts: { part: share(part) } } : undefined;
};
