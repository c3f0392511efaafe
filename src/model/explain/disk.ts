/**
 * What the main thread of Redis waits for the disk. With an append-only file that is to be safe it sleeps in fsync(), at no cost of a core,
 * and serves nobody meanwhile: to its clients it is as taken as with work. Commands of one turn share one fsync().
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { BUSY } from './busiest.ts';
import { count, type Finding, type Rule, rate, share, time, use } from './finding.ts';
import { serversOf } from './servers.ts';

/** Part of the main thread's time from which the wait is the limit, if there is no other, and from which it is worth a sentence. */
const MOSTLY = 0.7;
const MUCH = 0.05;

/** Part of the main thread's time, of several nodes on average. */
export const diskShare = ({ threads }: Summary): number =>
  threads.find((group) => group.class === 'serverMain')?.shares.waitReply ?? 0;

/** The same per completed request, µs. */
export const diskUs = (summary: Summary): number =>
  summary.requests.completed > 0 ? (diskShare(summary) * summary.windowUs) / summary.requests.completed : 0;

/** Commands whose fsync() is the same: each turn that has any writes them once. */
function togetherIn({ syscalls }: Summary, scenario: Scenario): number {
  const writes = syscalls.find((call) => call.class === 'serverMain' && call.syscall === 'fileWrite');
  const { batch } = scenario.workload;
  return writes?.perRequest ? (batch.kind === 'none' ? 1 : batch.size) / writes.perRequest : 1;
}

/** Part of its time that it works, of several nodes on average. */
const busyShare = (scenario: Scenario, summary: Summary): number =>
  serversOf(scenario, summary, 'serverMain').meanShare;

/** How long a request takes the main thread with work and that wait, of several nodes on average, µs. */
const takenUs = (scenario: Scenario, summary: Summary): number =>
  serversOf(scenario, summary, 'serverMain').meanUs + diskUs(summary);

/**
 * How long a request takes the main thread of the busiest node at least, µs: its work, or what all nodes are taken for on average. How
 * long a single node waits for its disk is not known.
 */
export const leastTakenUs = (scenario: Scenario, summary: Summary): number =>
  Math.max(use(summary, 'serverMain')?.demandUs ?? 0, takenUs(scenario, summary));

const facts = (scenario: Scenario, summary: Summary) => {
  const wholeUs = takenUs(scenario, summary);
  const leastUs = leastTakenUs(scenario, summary);
  return {
    disk: share(diskShare(summary)),
    busy: share(busyShare(scenario, summary)),
    demand: time(wholeUs),
    wait: time(diskUs(summary)),
    bound: rate(leastUs > 0 ? 1e6 / leastUs : 0),
    size: { unit: 'number', value: togetherIn(summary, scenario) } as const,
    nodes: count(scenario.server.nodes),
  };
};

const limitFrom =
  (isEnough: (disk: number, works: number) => boolean): Rule<'disk'> =>
  (scenario, summary) => {
    const [disk, works] = [diskShare(summary), busyShare(scenario, summary)];
    return disk > works && isEnough(disk, works)
      ? { id: 'disk', facts: facts(scenario, summary) }
      : undefined;
  };

/** The limit where the main thread has no time left, most of which is that wait. */
export const diskIsFull = limitFrom((disk, works) => disk + works >= BUSY);

/** The limit where it mostly waits for the disk, and nothing else is one. */
export const diskMostly = limitFrom((disk) => disk >= MOSTLY);

/** That it waits for the disk at all. */
export const diskRemark = (scenario: Scenario, summary: Summary): Finding<'disk'> | undefined =>
  diskShare(summary) >= MUCH ? { id: 'disk', facts: facts(scenario, summary) } : undefined;
