/** Cores are taken by threads of Redis that wait busily, but not for requests: with more requests there is less of it. */
import type { Resource, ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { HOST_OF, threadsOf, usOf, workOf } from './work.ts';

/** From so many threads on that are ready without a core, on average, what waits busily keeps others from theirs. */
const QUEUE = 0.5;

/** Busy waiting for a request on each of the cores of a machine, µs; none of what is no machine. */
export function spunUs(summary: Summary, resource: Resource): number {
  const host = summary.hosts.find(({ host: role }) => role === HOST_OF[resource]);
  return host ? usOf(workOf(summary, threadsOf(summary, resource)), 'spin') / host.cores : 0;
}

/** Cores without what is waited busily on them, unless threads queue for them: then it takes them from those that would work. */
export function withoutIdleSpin(summary: Summary, use: ResourceUse): ResourceUse {
  const { resource, demandUs } = use;
  const spun = spunUs(summary, resource);
  const { meanRunnable = 0 } = summary.hosts.find(({ host }) => host === HOST_OF[resource]) ?? {};
  if (demandUs === null || spun === 0 || meanRunnable >= QUEUE) return use;
  const us = demandUs - spun;
  return {
    ...use,
    utilisation: (use.utilisation * us) / demandUs,
    demandUs: us,
    boundPerSec: us > 0 && use.boundPerSec !== null ? (use.boundPerSec * demandUs) / us : null,
  };
}
