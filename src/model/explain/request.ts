/** Undisturbed times of one request, from the run's measured phases and its scenario. */

import { meanOf, servingNodes } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Summary } from '../scenario/generated/summary.ts';
import { completedFor } from './instances.ts';
import { splitOf } from './split.ts';

/** Phases on the network only. */
const WIRE: readonly Phase[] = ['wireOut', 'wireBack'];
/** Phases of work for the request. */
const WORK: readonly Phase[] = [
  'prepare',
  'clientWrite',
  'serverRead',
  'execute',
  'serverWrite',
  'decode',
  'giveBack',
  'process',
];

/** Sum of the mean times of some phases, µs. */
export const phasesUs = ({ phases }: Summary, names: readonly Phase[]): number =>
  phases.reduce((sum, { phase, time }) => (names.includes(phase) ? sum + (time.meanUs ?? 0) : sum), 0);

/** Round trips that test a connection on every checkout. */
function testTrips({ client: { connections } }: Scenario): number {
  const tests = connections.kind === 'pooled' ? [connections.testOnBorrow, connections.testOnReturn] : [];
  return tests.filter(Boolean).length;
}

const ownTrips = ({ workload: { batch } }: Scenario): number =>
  batch.kind === 'transaction' ? batch.roundTrips : 1;

/**
 * Sequential round trips of a request by its scenario: its own and connection tests; for a split request,
 * those of dependent parts.
 */
export function roundTrips(scenario: Scenario): number {
  const split = splitOf(scenario);
  return split ? split.inRow * (1 + testTrips(scenario)) : ownTrips(scenario) + testTrips(scenario);
}

/** Round trips for which a request holds a pooled connection; for a split request, those of all parts. */
export const pooledTrips = (scenario: Scenario): number => {
  const split = splitOf(scenario);
  return split ? split.parts * (1 + testTrips(scenario)) : roundTrips(scenario);
};

/** Mean round trip of a message with extra delays, µs. */
const messageTripUs = ({ network: { rttUs, requestJitterUs, replyJitterUs } }: Scenario): number =>
  rttUs + meanOf(requestJitterUs) + meanOf(replyJitterUs);

/**
 * Network time of per-request connections, with handshakes and tests as configured, µs. TCP's handshake has
 * no jitter.
 */
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
 * Mean network time of a request in both directions, µs. For a split request, at least a round trip per
 * dependent part. Connecting and testing also use the network: since their waits are inseparable, they count
 * as round trips, up to the measured time.
 */
export function wireUs(scenario: Scenario, summary: Summary): number {
  const wirePhasesUs = phasesUs(summary, WIRE);
  return PARTLY_WIRE.reduce((sum, phase) => sum + onWireUs(scenario, summary, phase), wirePhasesUs);
}

/** A wire phase and its link. */
const LINKS = { wireOut: 'linkOut', wireBack: 'linkBack' } as const;

/**
 * Queueing on a link of limited bandwidth within a wire phase: the time beyond delay and own transmission,
 * µs. It includes window limits and losses. Unknown for split requests.
 */
function queuedUs(scenario: Scenario, summary: Summary, phase: keyof typeof LINKS): number {
  const { rttUs, mbitPerSec, requestJitterUs, replyJitterUs } = scenario.network;
  if (mbitPerSec === 0 || splitOf(scenario)) return 0;
  const jitter = phase === 'wireOut' ? requestJitterUs : replyJitterUs;
  const bytesUs = summary.resources.find(({ resource }) => resource === LINKS[phase])?.demandUs ?? 0;
  const aloneUs = ownTrips(scenario) * (rttUs / 2 + meanOf(jitter)) + bytesUs;
  return Math.max(0, phasesUs(summary, [phase]) - aloneUs);
}

/** Mean undisturbed network time of a request, µs. */
export const minWireUs = (scenario: Scenario, summary: Summary): number =>
  wireUs(scenario, summary) -
  queuedUs(scenario, summary, 'wireOut') -
  queuedUs(scenario, summary, 'wireBack');

/** The same for all round trips with a pooled connection, µs. */
export const minPooledWireUs = (scenario: Scenario, summary: Summary): number =>
  splitOf(scenario) ? pooledWireUs(scenario, summary) : minWireUs(scenario, summary);

/** Mean network time of all round trips with a pooled connection, µs. */
export const pooledWireUs = (scenario: Scenario, summary: Summary): number =>
  splitOf(scenario) ? pooledTrips(scenario) * messageTripUs(scenario) : wireUs(scenario, summary);

/**
 * Phases partly on the network: a caller that discards a connection may open a replacement for waiting
 * callers.
 */
const PARTLY_WIRE: readonly Phase[] = ['fanOut', 'testOnBorrow', 'testOnReturn', 'connect', 'giveBack'];

/** Network share of such a phase. */
function onWireUs(scenario: Scenario, summary: Summary, phase: Phase): number {
  const us = phasesUs(summary, [phase]);
  if (us === 0) return 0;
  if (phase === 'fanOut') return Math.min(us, roundTrips(scenario) * messageTripUs(scenario));
  const openings = openingUs(scenario, summary);
  if (phase === 'connect') return Math.min(us, openings);
  if (phase === 'giveBack') return Math.min(us, Math.max(0, openings - phasesUs(summary, ['connect'])));
  return Math.min(us, messageTripUs(scenario));
}

/**
 * Mean times of a request that are neither network nor work, by phase, largest first: waiting and handover.
 */
export function betweenOf(
  scenario: Scenario,
  summary: Summary,
): { readonly name: Phase; readonly us: number }[] {
  return summary.phases
    .filter(({ phase }) => ![...WORK, 'waitCaller'].includes(phase))
    .map(({ phase, time }) => {
      if (phase === 'wireOut' || phase === 'wireBack')
        return { name: phase, us: queuedUs(scenario, summary, phase) };
      const wayUs = PARTLY_WIRE.includes(phase) ? onWireUs(scenario, summary, phase) : 0;
      return { name: phase, us: (time.meanUs ?? 0) - wayUs };
    })
    .filter(({ us }) => us > 0)
    .sort((a, b) => b.us - a.us);
}

/**
 * Mean work of client and server for a request, µs; none for a split request, whose parts may overlap. Work
 * phases include waits, such as for earlier replies of one read(). So the total core time is an upper bound.
 */
export const workUs = (scenario: Scenario, summary: Summary): number =>
  Math.min(phasesUs(summary, WORK) - onWireUs(scenario, summary, 'giveBack'), coreUs(summary));

/** Core time of all machines per request, µs. */
function coreUs(summary: Summary): number {
  const { hosts, windowUs, requests } = summary;
  if (requests.completed === 0) return 0;
  return hosts.reduce((sum, { host, cores, idle }) => {
    const completed = host === 'server' ? completedFor(summary, 'server') : requests.completed;
    return sum + (cores * (1 - idle) * windowUs) / completed;
  }, 0);
}

/**
 * Configured mean think time, µs. Little's law over idle callers would need a window of many rounds. An open
 * workload has none: an idle caller waits for arrivals.
 */
export const thinkUs = ({ workload: { arrivals } }: Scenario): number =>
  arrivals.kind === 'closed' ? meanOf(arrivals.thinkUs) : 0;

/** Whether every caller always has a request in progress: closed workload without think time. */
export const isAlwaysFull = (scenario: Scenario): boolean =>
  scenario.workload.arrivals.kind === 'closed' && thinkUs(scenario) === 0;

/** Pooled connections of all nodes together; undefined without a pool. */
export const poolSize = (scenario: Scenario): number | undefined => {
  const { connections } = scenario.client;
  return connections.kind === 'pooled' ? connections.maxTotal * servingNodes(scenario) : undefined;
};
