/** Cores are taken by threads of Redis that wait busily, but not for requests: with more requests there is less of it. */
import type { HostUse, Resource, ResourceUse, Summary } from '../scenario/generated/summary.ts';

/** From so many threads on that are ready without a core, on average, what waits busily keeps others from theirs. */
const QUEUE = 0.5;

/** The machine whose cores a resource is. */
const hostOf = ({ hosts }: Summary, resource: Resource): HostUse | undefined =>
  hosts.find(({ host }) => resource === `${host}Cores`);

/** Busy waiting for a request on each of the cores of a machine, µs; none of what is no machine. */
export function spunUs(summary: Summary, resource: Resource): number {
  const machine = hostOf(summary, resource);
  const works = summary.threads.flatMap(({ host, work }) => (host === machine?.host ? work : []));
  const spins = works.map(({ activity, perRequestUs }) => (activity === 'spin' ? (perRequestUs ?? 0) : 0));
  return machine ? spins.reduce((sum, us) => sum + us, 0) / machine.cores : 0;
}

/** Cores without what is waited busily on them, unless threads queue for them: then it takes them from those that would work. */
function withoutIdleSpin(summary: Summary, use: ResourceUse): ResourceUse {
  const { resource, utilisation, demandUs, boundPerSec } = use;
  const spun = spunUs(summary, resource);
  if (!spun || !demandUs || (hostOf(summary, resource)?.meanRunnable ?? 0) >= QUEUE) return use;
  const part = 1 - spun / demandUs;
  return {
    ...use,
    utilisation: utilisation * part,
    demandUs: demandUs * part,
    boundPerSec: boundPerSec && boundPerSec / part,
  };
}

/** What a run says of its resources, busiest first: busy waiting that is in nobody's way is no use of them. */
export const usesOf = (summary: Summary): readonly ResourceUse[] =>
  summary.resources
    .map((use) => withoutIdleSpin(summary, use))
    .sort((one, other) => other.utilisation - one.utilisation);
