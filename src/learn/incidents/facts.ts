/**
 * Evaluates each observation on the exhibits: whether it is true, and its values. Only the texts and the dashboards are read, by the readers of
 * "Your system" where they know the form: feedback names nothing that a student cannot see.
 */
import { read } from '../../system/readers/read.ts';
import type { Exhibits } from './exhibits/exhibits.ts';
import type { ZipkinSpan } from './exhibits/trace.ts';
import type { Observation } from './incident.ts';

/** An observation with the numbers that decide it, by name in its text. Times in ns, shares from 0 to 1. */
export interface Fact {
  readonly isTrue: boolean;
  readonly values: Readonly<Record<string, number>>;
}
export type Facts = Readonly<Record<Observation, Fact>>;

/** A wait for connections that is many times its median is unfair. */
const UNFAIR_FACTOR = 5;
/** Waits below this are not worth a remark, ns. */
const NOTABLE_WAIT_NS = 1e6;
/** Execution time from which a command delays all others notably, µs. */
const SLOW_US = 2000;
/** Stretches without slow requests that count as quiet, s, and their share of the time in a load with bursts. */
const QUIET_S = 0.4;
const QUIET_SHARE = 0.5;
/** Share of a core from which a thread is full, and below which another one is nearly idle. */
const FULL = 0.9;
const NEARLY_IDLE = 0.3;
const BUSY = 0.8;
/** Connections that have to miss a reply, so that it is no single accident. */
const MISSING = 5;

/** The value of a metric with a label; 0 if it is not there. */
export function metric(text: string, name: string, label = ''): number {
  for (const line of text.split('\n')) {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match?.[1] === name && (match[2] ?? '').includes(label)) return Number(match[3]);
  }
  return 0;
}

/** Sum of a metric over all its labels. */
const total = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'gm'))].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  );

/** CPU of each thread, cores, busiest first. */
export const threadShares = (text: string): number[] =>
  [...text.matchAll(/^Average:\s+\d+\s+-\s+\d+\s+\S+\s+\S+\s+\S+\s+\S+\s+(\S+)\s/gm)].map(
    (match) => Number(match[1]) / 100,
  );

/** Share of the time in stretches of at least `QUIET_S` without a slow request. */
function quietShare({ series }: Exhibits, slowNs: number, seconds: number): number {
  const binS = seconds / series.p99Ms.length;
  let [quiet, run] = [0, 0];
  for (const ms of [...series.p99Ms, Number.POSITIVE_INFINITY]) {
    if (ms * 1e6 < slowNs / 2) run++;
    else {
      if (run * binS >= QUIET_S) quiet += run;
      run = 0;
    }
  }
  return quiet / series.p99Ms.length;
}

/** How long the first trace goes on after the last reply to one of its parts, and how long it takes, ns. */
function afterReplies(text: string): { readonly idleNs: number; readonly wholeNs: number } {
  const [spans = []] = JSON.parse(text) as ZipkinSpan[][];
  const root = spans.find(({ parentId }) => parentId === undefined);
  const parts = spans.filter(({ name, parentId }) => parentId !== undefined && name !== 'fan-out');
  const isFanOut = spans.some(({ name }) => name === 'fan-out');
  if (!root || !isFanOut || parts.length === 0) return { idleNs: 0, wholeNs: (root?.duration ?? 0) * 1000 };
  const last = Math.max(...parts.map(({ timestamp, duration }) => timestamp + duration));
  return { idleNs: (root.timestamp + root.duration - last) * 1000, wholeNs: root.duration * 1000 };
}

/** Idle seconds of each connection. */
const idleSeconds = (text: string): number[] =>
  [...text.matchAll(/^id=.* idle=(\d+) /gm)].map((match) => Number(match[1]));

/** All observations in the exhibits of a run. */
export function factsOf(exhibits: Exhibits): Facts {
  const { metrics, info, clientList, slowLog, threads, trace } = exhibits.texts;
  const pieces = Object.entries({ info, clientList, slowLog }).map(([id, text]) => ({ id, name: id, text }));
  const { observed } = read(pieces);
  const seconds = Number(/^uptime_in_seconds:(\d+)/m.exec(info)?.[1] ?? 0);
  const meanNs = (name: string) =>
    (1e9 * metric(metrics, `${name}_sum`)) / Math.max(1, metric(metrics, `${name}_count`));
  const [waitNs, replyNs] = [meanNs('redis_pool_wait_seconds'), meanNs('redis_reply_seconds')];
  const waitAt = (q: string) => 1e9 * metric(metrics, 'redis_pool_wait_seconds', `quantile="${q}"`);
  const calls = Object.entries(observed.commandsPerSecByName?.value ?? {});
  const pings = calls.find(([name]) => name === 'ping')?.[1].callsPerSec ?? 0;
  const others = calls.reduce((sum, [name, { callsPerSec }]) => sum + (name === 'ping' ? 0 : callsPerSec), 0);
  const slow = [...(observed.slowCommands?.value ?? [])].sort((a, b) => b.maxUs - a.maxUs)[0];
  const slowNs = (slow?.maxUs ?? 0) * 1000;
  const isSlow = slowNs >= SLOW_US * 1000;
  const quiet = isSlow ? quietShare(exhibits, slowNs, seconds) : 1;
  const slowValues = { count: slow?.count ?? 0, slowest: slowNs, quiet };
  const { idleNs, wholeNs } = afterReplies(trace);
  const [first = 0, second = 0] = threadShares(threads);
  const busy = observed.mainThreadBusyShare?.value ?? 0;
  const requests = total(metrics, 'redis_requests_total');
  const retries = metric(metrics, 'redis_retries_total');
  const opened = observed.connectionsPerSec?.value ?? 0;
  const active = metric(metrics, 'redis_pool_connections', 'state="active"');
  const recent = idleSeconds(clientList).filter((idle) => idle <= 1).length;
  const oldest = 1e9 * metric(metrics, 'redis_oldest_request_seconds');
  return {
    poolWait: {
      isTrue: waitNs > replyNs && waitNs >= NOTABLE_WAIT_NS,
      values: { wait: waitNs, reply: replyNs },
    },
    unfairWaits: {
      isTrue: waitAt('0.5') >= NOTABLE_WAIT_NS && waitAt('1') >= UNFAIR_FACTOR * waitAt('0.5'),
      values: { median: waitAt('0.5'), longest: waitAt('1') },
    },
    pingPerCommand: {
      isTrue: pings >= 0.5 * others && pings > 0,
      values: { pings: Math.round(pings * seconds), others: Math.round(others * seconds) },
    },
    slowThroughout: { isTrue: isSlow && quiet < QUIET_SHARE, values: slowValues },
    slowInBursts: { isTrue: isSlow && quiet >= QUIET_SHARE, values: slowValues },
    idleAfterReplies: { isTrue: idleNs > 0.3 * wholeNs, values: { idle: idleNs, whole: wholeNs } },
    oneThreadFull: { isTrue: first >= FULL && second <= NEARLY_IDLE, values: { first, second } },
    redisBusy: { isTrue: busy >= BUSY, values: { busy } },
    manyRetries: { isTrue: retries >= 0.5 * requests && retries > 0, values: { retries, requests } },
    connectionsReopened: { isTrue: opened >= 50, values: { opened } },
    repliesMissing: {
      isTrue: active - recent >= MISSING && oldest >= 1e9,
      values: { active, recent, oldest },
    },
  };
}
