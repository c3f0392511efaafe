/** Times in which the server or the client process answers nothing. */
import { count, time } from '../../../model/explain/finding.ts';
import type { FindingRule } from '../finding.ts';
import { FOUND } from '../subject.ts';

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
