/** Waits and timeouts without a limit, or shorter than the work within them. */
import { count, time } from '../../../model/explain/finding.ts';
import { meanOf } from '../../../model/scenario/derived.ts';
import type { FindingRule, Subject } from '../finding.ts';
import { edit, FOUND, numberAt, originsAt, poolOf, protect } from '../subject.ts';

const MAX_WAIT = 'client.connections.maxWaitMs';
const REPLY_TIMEOUT = 'client.io.replyTimeoutMs';
/** Wait for a connection that the advice proposes, ms: longer than any healthy wait, shorter than a page view. */
const MODEST_WAIT_MS = 1000;
/** Reply timeout from which a stalled server occupies callers for too long, ms. */
const LONG_TIMEOUT_MS = 10_000;

/** Callers wait for a connection without a timeout. */
export const waitForEver: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const { callers } = subject.scenario.workload.arrivals;
  if (!pool?.blockWhenExhausted || pool.maxWaitMs > 0 || pool.maxTotal >= callers) return undefined;
  return {
    ...FOUND,
    id: 'waitForEver',
    source: 'configuration',
    severity: 'note',
    origins: originsAt(subject, MAX_WAIT),
    facts: { callers: count(callers), size: count(pool.maxTotal) },
    change: protect({ [MAX_WAIT]: MODEST_WAIT_MS }),
  };
};

/** Longest time for which a kind of command keeps its connection in the server, µs. */
function longestCommandUs({ scenario: { workload } }: Subject): number {
  const { command, second, third } = workload;
  const further = [second, third].filter(({ share }) => share > 0);
  return Math.max(
    meanOf(command.execUs),
    ...further.map(({ execUs, blockMs }) => meanOf(execUs) + blockMs * 1000),
  );
}

/** A reply timeout that the command itself exceeds: every such request fails. */
export const timeoutBelowCommand: FindingRule = (subject) => {
  const timeoutMs = numberAt(subject, REPLY_TIMEOUT) ?? 0;
  const needUs = longestCommandUs(subject) + subject.scenario.network.rttUs;
  if (timeoutMs === 0 || timeoutMs * 1000 > needUs) return undefined;
  return {
    ...FOUND,
    id: 'timeoutBelowCommand',
    source: 'configuration',
    severity: 'error',
    origins: originsAt(subject, REPLY_TIMEOUT),
    facts: { timeout: time(timeoutMs * 1000), need: time(needUs) },
    change: protect({ [REPLY_TIMEOUT]: Math.ceil((2 * needUs) / 1000) }),
    weight: 2,
  };
};

/** Callers give up waiting for a connection before the reply timeout could free one. */
export const waitBelowReplyTimeout: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const timeoutMs = numberAt(subject, REPLY_TIMEOUT) ?? 0;
  if (!pool || pool.maxWaitMs === 0 || timeoutMs === 0 || pool.maxWaitMs >= timeoutMs) return undefined;
  if (pool.maxTotal >= subject.scenario.workload.arrivals.callers) return undefined;
  return {
    ...FOUND,
    id: 'waitBelowReplyTimeout',
    source: 'configuration',
    severity: 'note',
    origins: originsAt(subject, MAX_WAIT, REPLY_TIMEOUT),
    facts: { wait: time(pool.maxWaitMs * 1000), timeout: time(timeoutMs * 1000) },
    change: protect({ [REPLY_TIMEOUT]: Math.max(1, Math.floor(pool.maxWaitMs / 2)) }),
  };
};

/** A wait for a connection that is shorter than the queue in front of the pool. */
export const waitBelowQueue: FindingRule = (subject) => {
  const pool = poolOf(subject);
  const { network, workload } = subject.scenario;
  if (!pool || pool.maxWaitMs === 0 || workload.arrivals.kind !== 'closed') return undefined;
  const holdUs = network.rttUs + meanOf(workload.command.execUs);
  const queueUs = (workload.arrivals.callers / pool.maxTotal - 1) * holdUs;
  if (pool.maxWaitMs * 1000 >= queueUs) return undefined;
  return {
    ...FOUND,
    id: 'waitBelowQueue',
    source: 'configuration',
    severity: 'error',
    origins: originsAt(subject, MAX_WAIT, 'client.connections.maxTotal'),
    facts: { wait: time(pool.maxWaitMs * 1000), queue: time(queueUs) },
    change: edit({
      'client.connections.maxTotal': workload.arrivals.callers,
      'client.connections.maxIdle': Math.max(pool.maxIdle, workload.arrivals.callers),
    }),
    weight: 2,
  };
};

/** A stalled server keeps callers for a long time, or for ever. */
export const timeoutLong: FindingRule = (subject) => {
  const timeoutMs = numberAt(subject, REPLY_TIMEOUT);
  if (timeoutMs === undefined || (timeoutMs > 0 && timeoutMs < LONG_TIMEOUT_MS)) return undefined;
  return {
    ...FOUND,
    id: 'timeoutLong',
    source: 'configuration',
    severity: 'note',
    origins: originsAt(subject, REPLY_TIMEOUT),
    facts: { never: count(timeoutMs === 0 ? 1 : 0), timeout: time(timeoutMs * 1000) },
    change: protect({ [REPLY_TIMEOUT]: 2000 }),
  };
};

/** Attempts from which retries turn a slow server into an overloaded one. */
const MANY_ATTEMPTS = 3;

/** Every attempt waits for the whole timeout, and a slow server gets each request several times. */
export const retriesMultiply: FindingRule = (subject) => {
  const { maxRetries } = subject.scenario.client.retry;
  const timeoutMs = numberAt(subject, REPLY_TIMEOUT) ?? 0;
  const attempts = maxRetries + 1;
  if (attempts < MANY_ATTEMPTS || timeoutMs === 0) return undefined;
  const waitMs = poolOf(subject)?.maxWaitMs ?? 0;
  return {
    ...FOUND,
    id: 'retriesMultiply',
    source: 'configuration',
    severity: 'note',
    origins: originsAt(subject, 'client.retry.maxRetries', REPLY_TIMEOUT),
    facts: { attempts: count(attempts), worst: time(attempts * (timeoutMs + waitMs) * 1000) },
    change: protect({ 'client.retry.maxRetries': 1 }),
  };
};
