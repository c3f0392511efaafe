/**
 * The path of a request as a row of stations: the threads, connections, cores and links that it occupies, in
 * the order in which it meets them. Of each, how far it is used, its demand, and how many wait for it.
 *
 * For all stations U = X·D / count (utilisation law; Denning and Buzen 1978), except where the work is spread
 * unevenly: there U is that of the busiest. Beside other clients, X and D are this client's, and so is its part of U.
 */

import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Phase, Resource, Summary } from '../scenario/generated/summary.ts';
import { blockedConnections, blockedUs, sharedSize } from './blocking.ts';
import { carriersOf, waitsForCarriers } from './carriers.ts';
import { type Finding, use } from './finding.ts';
import { allInstances } from './instances.ts';
import { type LimitId, limitOf } from './limits.ts';
import { phasesUs, poolSize, wireUs } from './request.ts';
import { serversOf } from './servers.ts';
import { isShared } from './shared-cores.ts';
import { usesOf } from './spinning.ts';

/** In the order of the path. */
export const STATIONS = [
  'callers',
  'carriers',
  'pool',
  'shared',
  'eventLoop',
  'processors',
  'clientCores',
  'wireOut',
  'proxy',
  'serverIo',
  'serverMain',
  'serverCores',
  'wireBack',
] as const;

export type StationId = (typeof STATIONS)[number];

/**
 * What its utilisation means. `busy`: it works for that share of the time. `inUse`: a request holds it,
 * mostly waiting. `delay`: it takes time, but any number of requests pass at once, so it has no utilisation.
 */
export type StationUse = 'busy' | 'inUse' | 'delay';

export interface Station {
  readonly id: StationId;
  /** Number of callers, connections, threads, cores or nodes; 1 for a link. */
  readonly count: number;
  readonly use: StationUse;
  /** 0 … 1; of the busiest if the work is spread unevenly; undefined for a delay. */
  readonly utilisation: number | undefined;
  /** The part of it that is this client's, where other clients use it too. */
  readonly ownUtilisation?: number;
  /** Time for which a request of this client occupies it, over all of its servers, µs; undefined without completions. */
  readonly demandUs: number | undefined;
  /** Mean number of requests, or of threads for cores, that wait for it. */
  readonly waiting: number;
  readonly isBottleneck: boolean;
  /** Whether these cores also run Redis. */
  readonly isShared?: boolean;
}

/** Core resources and links by station. */
const RESOURCES = {
  eventLoop: 'eventLoop',
  processors: 'processors',
  clientCores: 'clientCores',
  wireOut: 'linkOut',
  proxy: 'proxy',
  serverIo: 'serverIo',
  serverMain: 'serverMain',
  serverCores: 'serverCores',
  wireBack: 'linkBack',
} as const satisfies Partial<Record<StationId, Resource>>;

/** Phases in which requests wait for a station. */
const QUEUES: Partial<Record<StationId, readonly Phase[]>> = {
  callers: ['waitCaller'],
  carriers: ['waitCaller'],
  pool: ['waitConnection'],
  shared: ['serverBatch'],
  eventLoop: ['taskQueue', 'clientRead'],
  proxy: ['proxyQueue'],
  serverMain: ['serverQueue'],
};

/**
 * Limits that are a station by nature; `busy` and `uneven` name their resource. Too few callers are no
 * bottleneck.
 */
const LIMITED: Partial<Record<LimitId, readonly StationId[]>> = {
  disk: ['serverMain'],
  blocking: ['shared'],
  pool: ['pool'],
  carriers: ['carriers'],
  wire: ['wireOut', 'wireBack'],
};

/** The stations that a limit is at; none if nothing in the system limits the run. */
function stationsOfLimit({ id, facts: { resource } }: Finding<LimitId>): readonly StationId[] {
  if (resource?.unit !== 'resource') return LIMITED[id] ?? [];
  return STATIONS.filter((station) => resourceOf(station) === resource.name);
}

const resourceOf = (id: StationId): Resource | undefined =>
  id in RESOURCES ? RESOURCES[id as keyof typeof RESOURCES] : undefined;

type Measured = Pick<Station, 'count' | 'use' | 'utilisation' | 'demandUs' | 'ownUtilisation'>;

/** Time per completed request in which `meanInUse` servers are in use, µs. */
const heldUs = ({ requests: { completed }, windowUs }: Summary, meanInUse: number): number | undefined =>
  completed > 0 ? (meanInUse * windowUs) / completed : undefined;

const queue = ({ queues }: Summary, phases: readonly Phase[] = []): number =>
  queues.reduce((sum, { phase, mean }) => sum + (phases.includes(phase) ? mean : 0), 0);

/** Requests that wait for a caller, or for the carrier thread of theirs. */
const queueOf = (scenario: Scenario, summary: Summary, id: StationId): number =>
  (id === 'callers' && waitsForCarriers(scenario)) || (id === 'carriers' && !waitsForCarriers(scenario))
    ? 0
    : queue(summary, QUEUES[id]);

/** Callers hold a request from its start to its reply. */
function callers(scenario: Scenario, summary: Summary): Measured {
  const { arrivals } = scenario.workload;
  const meanInUse = Math.max(0, summary.little.meanInProgress - queueOf(scenario, summary, 'callers'));
  return {
    ...{ count: arrivals.callers, use: 'inUse', demandUs: heldUs(summary, meanInUse) },
    utilisation: Math.min(1, meanInUse / arrivals.callers),
  };
}

/** So many connections or threads that a request holds while it waits. */
function held(size: number | undefined, summary: Summary, name: Resource): Measured | undefined {
  const found = use(summary, name);
  if (size === undefined || !found) return undefined;
  const { utilisation } = found;
  return { count: size, use: 'inUse', utilisation, demandUs: heldUs(summary, utilisation * size) };
}

/** Shared connections are a station only for blocking commands: nothing else occupies them. */
function shared(scenario: Scenario, summary: Summary): Measured | undefined {
  const size = sharedSize(scenario);
  const blocked = blockedConnections(summary);
  if (size === undefined || blocked === 0) return undefined;
  return { count: size, use: 'inUse', utilisation: blocked / size, demandUs: blockedUs(summary) };
}

/** Threads, cores or a link. Busy waiting that delays no request is left out. */
function resource(scenario: Scenario, summary: Summary, name: Resource): Measured | undefined {
  const found = usesOf(summary).find((candidate) => candidate.resource === name);
  if (!found) return undefined;
  const { utilisation, demandUs } = found;
  const { count, totalUs } = serversOf(scenario, summary, name);
  const rawUs = use(summary, name)?.demandUs;
  // Without the busy waiting that `usesOf` leaves out.
  const part = rawUs ? (demandUs ?? 0) / rawUs : 1;
  const [own] = name === 'serverMain' ? (summary.serverUse ?? []) : [];
  if (own)
    return {
      ...{ count, use: 'busy', utilisation },
      ...{ ownUtilisation: own.mainThread, demandUs: own.demandUs ?? undefined },
    };
  return { count, use: 'busy', utilisation, demandUs: demandUs === null ? undefined : totalUs * part };
}

/**
 * One direction of the network: a delay, or a link whose bandwidth is limited. Its demand is the mean time on
 * the way, of which round trips that are no phase of their own (tests, parts) count half.
 */
function wire(scenario: Scenario, summary: Summary, phase: 'wireOut' | 'wireBack'): Measured {
  const restUs = wireUs(scenario, summary) - phasesUs(summary, ['wireOut', 'wireBack']);
  const demandUs = summary.responseTime.count > 0 ? phasesUs(summary, [phase]) + restUs / 2 : undefined;
  const link = scenario.network.mbitPerSec > 0 ? use(summary, RESOURCES[phase]) : undefined;
  return { count: 1, use: link ? 'busy' : 'delay', utilisation: link?.utilisation, demandUs };
}

function measured(id: StationId, scenario: Scenario, summary: Summary): Measured | undefined {
  switch (id) {
    case 'callers':
      return callers(scenario, summary);
    case 'carriers':
      return held(carriersOf(scenario), summary, 'carriers');
    case 'pool':
      return held(poolSize(scenario), summary, 'connections');
    case 'shared':
      return shared(scenario, summary);
    case 'wireOut':
    case 'wireBack':
      return wire(scenario, summary, id);
    default:
      return resource(scenario, summary, RESOURCES[id]);
  }
}

const waitingFor = (scenario: Scenario, summary: Summary, id: StationId): number =>
  id === 'clientCores' || id === 'serverCores'
    ? (summary.hosts.find(({ host }) => id === `${host}Cores`)?.meanRunnable ?? 0)
    : queueOf(scenario, summary, id);

/** The stations of a run, in the order of its path; those that the system lacks are left out. */
export function stationsOf(ofOne: Scenario, summary: Summary): Station[] {
  const scenario = allInstances(ofOne);
  const limited = stationsOfLimit(limitOf(scenario, summary));
  return STATIONS.flatMap((id) => {
    const found = measured(id, scenario, summary);
    if (!found) return [];
    return [
      {
        ...{ id, ...found, waiting: waitingFor(scenario, summary, id), isBottleneck: limited.includes(id) },
        ...(id === 'clientCores' && isShared(summary, id) && { isShared: true }),
      },
    ];
  });
}
