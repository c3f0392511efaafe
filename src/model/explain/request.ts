/** What one request needs when nobody is in its way, from the phases that a run has measured and from its scenario. */
import { meanOf } from '../scenario/dist.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Summary } from '../scenario/generated/summary.ts';
import { splitOf } from './split.ts';

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

/** Round trips with which a connection is tested whenever it is lent. */
function testTrips({ client: { connections } }: Scenario): number {
  const tests = connections.kind === 'pooled' ? [connections.testOnBorrow, connections.testOnReturn] : [];
  return tests.filter(Boolean).length;
}

const ownTrips = ({ workload: { batch } }: Scenario): number =>
  batch.kind === 'transaction' ? batch.roundTrips : 1;

/**
 * Round trips of every request one after the other by its scenario: its own, and those in which its connection is tested. Of one
 * that is split, those of the parts that wait for each other.
 */
export function roundTrips(scenario: Scenario): number {
  const split = splitOf(scenario);
  return split ? split.inRow * (1 + testTrips(scenario)) : ownTrips(scenario) + testTrips(scenario);
}

/** Round trips of a request for which it has a connection of a pool: of one that is split, those of all its parts. */
export const lentTrips = (scenario: Scenario): number => {
  const split = splitOf(scenario);
  return split ? split.parts * (1 + testTrips(scenario)) : roundTrips(scenario);
};

/** Mean round trip of messages, each way with its extra delay, µs. */
const messageTripUs = ({ network: { rttUs, requestJitterUs, replyJitterUs } }: Scenario): number =>
  rttUs + meanOf(requestJitterUs) + meanOf(replyJitterUs);

/** Way of connections that callers open per request, introduced or tested as the scenario says, µs. TCP's handshake has no jitter. */
function openingUs(scenario: Scenario, { syscalls }: Summary): number {
  const { connections, handshakeRoundTrips } = scenario.client;
  const opened = syscalls
    .filter(
      ({ class: owner, syscall }) => syscall === 'connect' && (owner === 'caller' || owner === 'worker'),
    )
    .reduce((sum, { perRequest }) => sum + (perRequest ?? 0), 0);
  const isTested = connections.kind === 'pooled' && connections.testOnCreate;
  const trips = handshakeRoundTrips + (isTested ? 1 : 0);
  return opened * (scenario.network.rttUs + trips * messageTripUs(scenario));
}

/**
 * Mean time of a request on the network, both ways, µs. Of one that is split over the nodes of a cluster only its parts have a
 * way; it takes a round trip at least for every part that waits for another. Opening a connection and testing one travel too: how
 * long cannot be told from their waiting, but as many times a round trip, unless nobody waited that long.
 */
export function wireUs(scenario: Scenario, summary: Summary): number {
  const own = phasesUs(summary, WIRE);
  return WAYS.reduce((sum, phase) => sum + onWireUs(scenario, summary, phase), own);
}

/** A way and its link. */
const LINKS = { wireOut: 'linkOut', wireBack: 'linkBack' } as const;

/**
 * The part of a phase on the network in which a message waits for others on a link of limited bandwidth: what is more than the delay and its
 * own bytes take. Where windows or losses hold it back, that is in it. Of a request that is split it is not known.
 */
function queuedUs(scenario: Scenario, summary: Summary, phase: keyof typeof LINKS): number {
  const { rttUs, mbitPerSec, requestJitterUs, replyJitterUs } = scenario.network;
  if (mbitPerSec === 0 || splitOf(scenario)) return 0;
  const jitter = phase === 'wireOut' ? requestJitterUs : replyJitterUs;
  const bytesUs = summary.resources.find(({ resource }) => resource === LINKS[phase])?.demandUs ?? 0;
  const aloneUs = ownTrips(scenario) * (rttUs / 2 + meanOf(jitter)) + bytesUs;
  return Math.max(0, phasesUs(summary, [phase]) - aloneUs);
}

/** Mean time of a request on the network when no other one is in its way, µs. */
export const leastWireUs = (scenario: Scenario, summary: Summary): number =>
  wireUs(scenario, summary) -
  queuedUs(scenario, summary, 'wireOut') -
  queuedUs(scenario, summary, 'wireBack');

/** The same of all round trips for which it has a connection of a pool, µs. */
export const leastLentWireUs = (scenario: Scenario, summary: Summary): number =>
  splitOf(scenario) ? lentWireUs(scenario, summary) : leastWireUs(scenario, summary);

/** Mean time on the network of all round trips for which a request has a connection of a pool, µs. */
export const lentWireUs = (scenario: Scenario, summary: Summary): number =>
  splitOf(scenario) ? lentTrips(scenario) * messageTripUs(scenario) : wireUs(scenario, summary);

/** Phases that are partly on the network: who gives back a connection that is not kept may open another one for those who wait. */
const WAYS: readonly Phase[] = ['fanOut', 'testOnBorrow', 'testOnReturn', 'connect', 'giveBack'];

/** How much of one of them is. */
function onWireUs(scenario: Scenario, summary: Summary, phase: Phase): number {
  const us = phasesUs(summary, [phase]);
  if (us === 0) return 0;
  if (phase === 'fanOut') return Math.min(us, roundTrips(scenario) * messageTripUs(scenario));
  const openings = openingUs(scenario, summary);
  if (phase === 'connect') return Math.min(us, openings);
  if (phase === 'giveBack') return Math.min(us, Math.max(0, openings - phasesUs(summary, ['connect'])));
  return Math.min(us, messageTripUs(scenario));
}

/** Mean times of a request that are neither its way nor work for it, by phase: it waits or is passed on, largest first. */
export function betweenOf(
  scenario: Scenario,
  summary: Summary,
): { readonly name: Phase; readonly us: number }[] {
  return summary.phases
    .filter(({ phase }) => ![...WORK, 'waitCaller'].includes(phase))
    .map(({ phase, time }) => {
      if (phase === 'wireOut' || phase === 'wireBack')
        return { name: phase, us: queuedUs(scenario, summary, phase) };
      const wayUs = WAYS.includes(phase) ? onWireUs(scenario, summary, phase) : 0;
      return { name: phase, us: (time.meanUs ?? 0) - wayUs };
    })
    .filter(({ us }) => us > 0)
    .sort((one, other) => other.us - one.us);
}

/**
 * Mean time in which client or server work for a request, µs; none for one that is split, whose parts may be worked for at the same
 * time. In phases of work it also waits its turn, behind other replies of the same read() for one, but all cores together have
 * never worked longer for it.
 */
export const workUs = (scenario: Scenario, summary: Summary): number =>
  Math.min(phasesUs(summary, WORK) - onWireUs(scenario, summary, 'giveBack'), coreUs(summary));

/** Core time of all machines per request, µs. */
const coreUs = ({ hosts, windowUs, requests: { completed } }: Summary): number =>
  completed > 0
    ? (hosts.reduce((sum, { cores, idle }) => sum + cores * (1 - idle), 0) * windowUs) / completed
    : 0;

/**
 * Mean pause that a caller is asked to make between a reply and its next request, µs. Little's law for those who have no request in
 * progress says the same only of a window of many rounds. Of an open workload there is none: a caller without a request waits for the load.
 */
export const thinkUs = ({ workload: { arrivals } }: Scenario): number =>
  arrivals.kind === 'closed' ? meanOf(arrivals.thinkUs) : 0;

/** Whether every caller always has a request in progress: closed, and nobody pauses. */
export const isAlwaysFull = (scenario: Scenario): boolean =>
  scenario.workload.arrivals.kind === 'closed' && thinkUs(scenario) === 0;

/** Connections that may be lent at the same time, of all nodes together; undefined without a pool. */
export const poolSize = ({ client: { connections }, server }: Scenario): number | undefined =>
  connections.kind === 'pooled' ? connections.maxTotal * server.nodes : undefined;
