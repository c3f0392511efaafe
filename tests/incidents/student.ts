/**
 * An automated student: it reads the exhibits as a person at a terminal would, and never the scenario, the incident's data or
 * the grader's rules. Its thresholds are its own.
 */
import type { Exhibits } from '../../src/learn/incidents/exhibits/exhibits.ts';
import type { Cause, Changes, Observation } from '../../src/learn/incidents/incident.ts';

interface Finding {
  readonly cause: Cause;
  readonly evidence: readonly Observation[];
}

/** A number after a name, as grep would find it. */
const after = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

/** Calls of each command, from `cmdstat_…:calls=…`. */
const callsOf = (info: string): Map<string, number> =>
  new Map(
    [...info.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map((match) => [match[1] ?? '', Number(match[2])]),
  );

/** Durations of the slow log's entries, µs: the third line of each. */
const slowOf = (slowLog: string): number[] =>
  [...slowLog.matchAll(/^\s+3\) \(integer\) (\d+)$/gm)].map((match) => Number(match[1]));

/** The share of dashboard steps in the busier half of the time that are calm: 0 for a load that is slow all the time. */
function calmShare(p99Ms: readonly number[], slowMs: number): number {
  const isCalm = p99Ms.map((ms) => ms < slowMs / 3);
  const neighbours = (at: number) =>
    [-2, -1, 0, 1, 2].map((by) => isCalm[Math.min(Math.max(at + by, 0), isCalm.length - 1)]);
  return isCalm.filter((_, at) => neighbours(at).every(Boolean)).length / isCalm.length;
}

interface Span {
  readonly name: string;
  readonly parentId?: string;
  readonly timestamp: number;
  readonly duration: number;
}

/** Whether the caller of the median request goes on waiting long after its last reply. */
function sleeps(trace: string): boolean {
  const [spans = []] = JSON.parse(trace) as Span[][];
  const gets = spans.filter(({ name }) => name === 'get');
  const root = spans.find(({ parentId }) => parentId === undefined);
  if (!root || gets.length < 2) return false;
  const end = Math.max(...gets.map(({ timestamp, duration }) => timestamp + duration));
  return root.timestamp + root.duration - end > root.duration / 2;
}

/** From the most specific sign to the most general one. */
export function diagnose({ series, texts }: Exhibits): Finding {
  const { info, clientList, slowLog, threads, metrics, trace } = texts;
  const calls = callsOf(info);
  const pings = calls.get('ping') ?? 0;
  const commands = [...calls.values()].reduce((sum, count) => sum + count, 0) - pings;
  const idle = [...clientList.matchAll(/ idle=(\d+) /g)].map((match) => Number(match[1]));
  const active = after(metrics, /^redis_pool_connections\{.*state="active"\} (\d+)/m);
  const retries = after(metrics, /^redis_retries_total\{.*\} (\d+)/m);
  const answered = after(metrics, /outcome="answered"\} (\d+)/m);
  const busyUs = after(info, /^eventloop_duration_sum:(\d+)/m);
  const upS = after(info, /^uptime_in_seconds:(\d+)/m);
  const [first = 0, second = 0] = threads
    .split('\n')
    .slice(2)
    .map((line) => Number(line.trim().split(/\s+/)[8]));
  const slow = slowOf(slowLog);
  if (active > 3 && idle.length > 0 && idle.every((seconds) => seconds >= 1))
    return { cause: 'silentConnections', evidence: ['repliesMissing'] };
  if (retries > answered && busyUs / upS > 800_000)
    return { cause: 'retryStorm', evidence: ['manyRetries', 'redisBusy', 'connectionsReopened'] };
  if (slow.length > 0) {
    const typicalMs = slow.reduce((sum, us) => sum + us, 0) / slow.length / 1000;
    return calmShare(series.p99Ms, typicalMs) > 0.5
      ? { cause: 'batchJob', evidence: ['slowInBursts'] }
      : { cause: 'slowCommand', evidence: ['slowThroughout'] };
  }
  if (pings > 0.8 * commands) return { cause: 'testOnBorrow', evidence: ['pingPerCommand'] };
  if (first > 93 && second < 50) return { cause: 'eventLoop', evidence: ['oneThreadFull'] };
  if (sleeps(trace)) return { cause: 'polling', evidence: ['idleAfterReplies'] };
  return { cause: 'undersizedPool', evidence: ['poolWait', 'unfairWaits'] };
}

/** What the textbook says against each cause; the student tries them in this order. */
export const REMEDIES: Readonly<Record<Cause, readonly Changes[]>> = {
  undersizedPool: [{ poolSize: 'more' }],
  testOnBorrow: [{ testOnBorrow: 'whileIdle' }],
  slowCommand: [{ slowCommand: 'scan' }],
  batchJob: [{ batchJob: 'pieces' }],
  polling: [{ collect: 'future' }],
  eventLoop: [{ connections: 'eight' }],
  retryStorm: [{ retries: 'none' }, { replyTimeout: 'long' }],
  silentConnections: [{ replyTimeout: 'moderate' }],
};
