/**
 * Blocking commands (BLPOP and the like). Redis executes no later command of a blocked connection. Callers
 * that share it all wait, though Redis is idle; a pooled connection stays in use for that time.
 */

import { servingNodes } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { BUSY, count, type Rule, rate, share, time, use } from './finding.ts';
import { phasesUs, poolSize } from './request.ts';

/** Share of connection time from which it is mentioned. */
const NOTABLE = 0.01;

/** Mean number of blocked connections. */
export const blockedConnections = ({ queues }: Summary): number =>
  queues.find(({ phase }) => phase === 'blocked')?.mean ?? 0;

/** Number of connections that all callers share; undefined if exclusive. */
export const sharedSize = (scenario: Scenario): number | undefined => {
  const { connections } = scenario.client;
  return connections.kind === 'shared' ? connections.count * servingNodes(scenario) : undefined;
};

/** Mean blocking time of a connection per completed request, µs. */
export const blockedUs = (summary: Summary): number =>
  summary.requests.completed > 0
    ? (blockedConnections(summary) * summary.windowUs) / summary.requests.completed
    : 0;

const shared = (scenario: Scenario, summary: Summary, min: number) => {
  const connections = sharedSize(scenario);
  const blocked = blockedConnections(summary) / (connections ?? 1);
  if (connections === undefined || blocked < min) return undefined;
  const us = blockedUs(summary);
  return {
    connections: count(connections),
    blocked: share(blocked),
    each: time(us),
    behind: time(phasesUs(summary, ['serverBatch'])),
    bound: rate(us > 0 ? (connections * 1e6) / us : 0),
  };
};

/** Bottleneck: shared connections are blocked nearly all the time. */
export const blockingIsFull: Rule<'blocking'> = (scenario, summary) => {
  const facts = shared(scenario, summary, BUSY);
  return facts && { id: 'blocking', facts };
};

/** All callers on a shared connection wait for blocking commands. */
export const blocking: Rule<'blocking'> = (scenario, summary) => {
  const facts = shared(scenario, summary, NOTABLE);
  return facts && { id: 'blocking', facts };
};

/** Pooled connections stay in use during blocking commands. */
export const blockingLent: Rule<'blockingLent'> = (scenario, summary) => {
  const inUse = (use(summary, 'connections')?.utilisation ?? 0) * (poolSize(scenario) ?? 0);
  const part = inUse > 0 ? blockedConnections(summary) / inUse : 0;
  return part >= NOTABLE ? { id: 'blockingLent', facts: { part: share(part) } } : undefined;
};
