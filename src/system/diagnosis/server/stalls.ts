/** Times in which the server or the client process answers nothing. */
import { count, share, time } from '../../../model/explain/finding.ts';
import type { Finding, FindingRule, Subject } from '../finding.ts';
import { edit, FOUND, text } from '../subject.ts';

/** Duration of a fork() that callers notice, µs. */
const NOTABLE_FORK_US = 50_000;

/** The main thread stops while the process is copied for a snapshot or a rewrite. */
export const forkStall: FindingRule = (subject) => {
  const { latestForkUs } = subject.reading.observed;
  if (!latestForkUs || latestForkUs.value < NOTABLE_FORK_US) return undefined;
  return {
    ...FOUND,
    id: 'forkStall',
    source: 'server',
    origins: [latestForkUs.origin],
    facts: { fork: time(latestForkUs.value) },
    weight: 1.5,
  };
};

/** .NET's thread pool has fewer threads than work: replies wait in the client for threads that are added slowly. */
export const threadPoolStarved: FindingRule = (subject) => {
  const { workerThreads } = subject.reading.observed;
  if (!workerThreads || workerThreads.value.busy <= workerThreads.value.min) return undefined;
  return {
    ...FOUND,
    id: 'threadPoolStarved',
    source: 'server',
    severity: 'error',
    origins: [workerThreads.origin],
    facts: { busy: count(workerThreads.value.busy), min: count(workerThreads.value.min) },
    weight: 3,
  };
};

/** Longest pause that callers do not notice, ms. */
const NOTABLE_PAUSE_MS = 20;
/** What stops the main thread, by the names of LATENCY's events. */
const CAUSES: readonly (readonly [event: RegExp, cause: string])[] = [
  [/^(?:fork|backup|snapshot|bgsave|备份|快照|持久化)s?$/, 'fork'],
  [/^(?:aof|rdb)-/, 'disk'],
  [/^expire/, 'expire'],
  [/^eviction/, 'eviction'],
  [/^active-defrag/, 'defrag'],
];

/** Requests beyond p99. */
const ABOVE_P99 = 0.01;

/**
 * How much of the time a periodic pause takes, and how many requests meet each one. A run is seconds long: with one pause it
 * exaggerates, with none it hides it. So the share is computed: callers that stop lose it in throughput; arrivals that
 * go on wait for half a pause on average.
 */
function howOften({ scenario }: Subject, maxMs: number, seconds: number): Finding['facts'] {
  const { arrivals } = scenario.workload;
  const part = seconds > 0 ? Math.min(1, maxMs / 1000 / seconds) : 0;
  const own = arrivals.kind === 'closed' ? arrivals.callers : (arrivals.ratePerSec * maxMs) / 1000;
  return {
    every: time(seconds * 1e6),
    part: share(part),
    added: time(part * maxMs * 500),
    isClosed: count(arrivals.kind === 'closed' ? 1 : 0),
    stalled: count(Math.round(own * scenario.client.instances)),
    often: text(seconds === 0 ? 'unknown' : part >= ABOVE_P99 ? 'inP99' : 'beyondP99'),
  };
}

/** The longest pause that LATENCY names. Slow commands are findings of their own. */
export const serverPause: FindingRule = (subject) => {
  const { pauses, latestForkUs } = subject.reading.observed;
  const isKnownFork = (latestForkUs?.value ?? 0) >= NOTABLE_FORK_US;
  const [longest] = [...(pauses?.value ?? [])]
    .filter(({ event }) => !/command$/.test(event) && !(isKnownFork && event === 'fork'))
    .sort((a, b) => b.maxMs - a.maxMs);
  if (!pauses || !longest || longest.maxMs < NOTABLE_PAUSE_MS) return undefined;
  const { event, latestMs, maxMs, seconds = 0, origin = pauses.origin } = longest;
  const cause = CAUSES.find(([pattern]) => pattern.test(event))?.[1] ?? 'other';
  const isAlways = subject.scenario.server.appendOnly.kind === 'always';
  return {
    ...FOUND,
    id: 'serverPause',
    source: 'server',
    origins: [origin],
    facts: {
      ...{ event: text(event), cause: text(cause) },
      ...{ latest: time(latestMs * 1000), longest: time(maxMs * 1000) },
      ...howOften(subject, maxMs, seconds),
    },
    change: cause === 'disk' && isAlways ? edit({ 'server.appendOnly.kind': 'everysec' }) : null,
    weight: 1.5,
  };
};
