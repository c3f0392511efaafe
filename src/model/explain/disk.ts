/**
 * Disk waits of Redis' main thread. With appendfsync always it sleeps in fsync(), without using a core, and
 * serves no client. Commands of one event-loop turn share one fsync().
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { BUSY, count, type Finding, type Rule, rate, share, time, use } from './finding.ts';
import { serversOf } from './servers.ts';

/**
 * Share of the main thread's time from which the wait is the bottleneck, absent others; and from which it is
 * mentioned.
 */
const MOSTLY = 0.7;
const NOTABLE = 0.05;

/** Share of the main thread's time; the mean of several nodes. */
export const diskShare = ({ threads }: Summary): number =>
  threads.find((group) => group.class === 'serverMain')?.shares.waitReply ?? 0;

/** The same per completed request, µs. */
export const diskUs = (summary: Summary): number =>
  summary.requests.completed > 0 ? (diskShare(summary) * summary.windowUs) / summary.requests.completed : 0;

/** Commands per fsync(): each turn with commands writes them once. */
function togetherIn({ syscalls }: Summary, scenario: Scenario): number {
  const writes = syscalls.find((call) => call.class === 'serverMain' && call.syscall === 'fileWrite');
  const { batch } = scenario.workload;
  return writes?.perRequest ? (batch.kind === 'none' ? 1 : batch.size) / writes.perRequest : 1;
}

/** Working share of its time; the mean of several nodes. */
const busyShare = (scenario: Scenario, summary: Summary): number =>
  serversOf(scenario, summary, 'serverMain').meanShare;

/** Main-thread time per request including the wait, µs; the mean of several nodes. */
const takenUs = (scenario: Scenario, summary: Summary): number =>
  serversOf(scenario, summary, 'serverMain').meanUs + diskUs(summary);

/**
 * Lower bound of the busiest node's main-thread time per request, µs: its work, or the mean over nodes
 * including the wait. The wait of single nodes is unknown.
 */
export const minBusyUs = (scenario: Scenario, summary: Summary): number =>
  Math.max(use(summary, 'serverMain')?.demandUs ?? 0, takenUs(scenario, summary));

const facts = (scenario: Scenario, summary: Summary) => {
  const totalUs = takenUs(scenario, summary);
  const leastUs = minBusyUs(scenario, summary);
  return {
    disk: share(diskShare(summary)),
    busy: share(busyShare(scenario, summary)),
    demand: time(totalUs),
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

/** Bottleneck: the main thread is saturated, mostly by that wait. */
export const diskIsFull = limitFrom((disk, works) => disk + works >= BUSY);

/** Bottleneck: it mostly waits for the disk, and nothing else is saturated. */
export const diskMostly = limitFrom((disk) => disk >= MOSTLY);

/** Remark: it waits for the disk at all. */
export const diskRemark = (scenario: Scenario, summary: Summary): Finding<'disk'> | undefined =>
  diskShare(summary) >= NOTABLE ? { id: 'disk', facts: facts(scenario, summary) } : undefined;
