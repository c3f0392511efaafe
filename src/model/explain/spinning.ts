/** Redis threads that busy-wait occupy cores, but not for requests: with more load they do so less. */
import type { HostUse, Resource, ResourceUse, Summary } from '../scenario/generated/summary.ts';

/** Mean number of runnable threads without a core from which busy waiting delays others. */
const QUEUE = 0.5;

/** The machine of a core resource. */
const hostOf = ({ hosts }: Summary, resource: Resource): HostUse | undefined =>
  hosts.find(({ host }) => resource === `${host}Cores`);

/** Busy waiting per request and core of a machine, µs; 0 for other resources. */
export function spunUs(summary: Summary, resource: Resource): number {
  const machine = hostOf(summary, resource);
  const works = summary.threads.flatMap(({ host, work }) => (host === machine?.host ? work : []));
  const spins = works.map(({ activity, perRequestUs }) => (activity === 'spin' ? (perRequestUs ?? 0) : 0));
  return machine ? spins.reduce((sum, us) => sum + us, 0) / machine.cores : 0;
}

/** Core usage without busy waiting, unless threads queue for the cores: then it delays work. */
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

/** Resource usage of a run, busiest first; harmless busy waiting is excluded. */
export const usesOf = (summary: Summary): readonly ResourceUse[] =>
  summary.resources.map((use) => withoutIdleSpin(summary, use)).sort((a, b) => b.utilisation - a.utilisation);
