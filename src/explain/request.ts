/** What one request needs when nobody is in its way, from the phases that a run has measured and from its scenario. */
import { meanOf } from '../scenario/dist.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Summary } from '../scenario/generated/summary.ts';

/** On the network, with nothing else. */
const WIRE: readonly Phase[] = ['wireOut', 'wireBack'];
/** Somebody works for the request. */
const WORK: readonly Phase[] = [
  'prepare',
  'clientWrite',
  'serverRead',
  'execute',
  'serverWrite',
  'decode',
  'giveBack',
];

/** Mean of some phases together, µs. */
export const phasesUs = ({ phases }: Summary, wanted: readonly Phase[]): number =>
  phases.reduce((sum, { phase, time }) => (wanted.includes(phase) ? sum + (time.meanUs ?? 0) : sum), 0);

/** Round trips of every request by its scenario: its own, and those in which its connection is tested. */
export function roundTrips({ client: { connections }, workload: { batch } }: Scenario): number {
  const tests = connections.kind === 'pooled' ? [connections.testOnBorrow, connections.testOnReturn] : [];
  return (batch.kind === 'transaction' ? batch.roundTrips : 1) + tests.filter(Boolean).length;
}

/** Mean round trip of messages, each way with its extra delay, µs. */
const messageTripUs = ({ network: { rttUs, requestJitterUs, replyJitterUs } }: Scenario): number =>
  rttUs + meanOf(requestJitterUs) + meanOf(replyJitterUs);

/** Way of connections that callers open per request, introduced or tested as the scenario says, µs. TCP's handshake has no jitter. */
function openingUs(scenario: Scenario, { syscalls }: Summary): number {
  const { connections, openingRoundTrips } = scenario.client;
  const opened = syscalls
    .filter(
      ({ class: owner, syscall }) => syscall === 'connect' && (owner === 'caller' || owner === 'worker'),
    )
    .reduce((sum, { perRequest }) => sum + (perRequest ?? 0), 0);
  const isTested = connections.kind === 'pooled' && connections.testOnCreate;
  const trips = openingRoundTrips + (isTested ? 1 : 0);
  return opened * (scenario.network.rttUs + trips * messageTripUs(scenario));
}

/**
 * Mean time of a request on the network, both ways, µs. Of one that is split over the nodes of a cluster only its parts have a
 * way; it takes one round trip at least. Opening a connection and testing one travel too: how long cannot be told from their
 * waiting, but as many times a round trip, unless nobody waited that long.
 */
export function wireUs(scenario: Scenario, summary: Summary): number {
  const own = Math.max(
    phasesUs(summary, WIRE),
    phasesUs(summary, ['fanOut']) > 0 ? scenario.network.rttUs : 0,
  );
  const besides = (phase: Phase, wayUs: number) => Math.min(phasesUs(summary, [phase]), wayUs);
  const testUs = messageTripUs(scenario);
  return (
    own +
    besides('testOnBorrow', testUs) +
    besides('testOnReturn', testUs) +
    besides('connect', openingUs(scenario, summary))
  );
}

/** Mean time in which client or server work for a request, µs. */
export const workUs = (summary: Summary): number => phasesUs(summary, WORK);

/** Mean pause that a caller is asked to make between a reply and its next request, µs. */
export const thinkUs = ({ workload: { arrivals } }: Scenario): number =>
  arrivals.kind === 'closed' ? meanOf(arrivals.thinkUs) : 0;

/**
 * Mean time between a reply and the caller's next request as it has been, µs: Little's law for those who have none in
 * progress. Of an open workload there is none, because a caller without a request waits for the load.
 */
export function pauseUs({ workload: { arrivals } }: Scenario, { little, throughput }: Summary): number {
  if (arrivals.kind === 'open' || throughput.perSec <= 0) return 0;
  return (Math.max(0, arrivals.callers - little.meanInProgress) * 1e6) / throughput.perSec;
}

/** Whether every caller always has a request in progress: closed, and nobody pauses. */
export const isAlwaysFull = (scenario: Scenario): boolean =>
  scenario.workload.arrivals.kind === 'closed' && thinkUs(scenario) === 0;

/** Connections that may be lent at the same time, of all nodes together; undefined without a pool. */
export const poolSize = ({ client: { connections }, server }: Scenario): number | undefined =>
  connections.kind === 'pooled' ? connections.maxTotal * server.nodes : undefined;
