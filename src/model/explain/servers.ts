/** A resource may be several threads, cores or nodes: their number, and how they share the work. */

import { servingNodes } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Resource, Summary } from '../scenario/generated/summary.ts';
import { type Fact, hasOwnWork, resourceFact, type Sharing, use } from './finding.ts';
import { completedFor } from './instances.ts';
import { sumOf, threadsOf, workOf } from './work.ts';

/** Excess over the mean from which the busiest is reported separately. */
const UNEVEN = 0.1;

export interface Servers {
  readonly count: number;
  readonly sharing: Sharing;
  /** Demand per request on all of them together, µs. */
  readonly totalUs: number;
  /** Mean demand per request over all of them, µs. */
  readonly meanUs: number;
  /** Mean utilisation, with and without the busiest, 0 … 1. */
  readonly meanShare: number;
  readonly othersShare: number;
  /** Number of the busiest node, from 1. */
  readonly node?: number;
}

/** Maximum connections, each on one event loop; unbounded if every request opens its own. */
function connectionsOf(scenario: Scenario): number {
  const { connections } = scenario.client;
  if (connections.kind === 'perRequest') return Number.POSITIVE_INFINITY;
  return servingNodes(scenario) * (connections.kind === 'pooled' ? connections.maxTotal : connections.count);
}

/** Number of threads, cores or nodes of a resource. */
function countOf(scenario: Scenario, summary: Summary, resource: Resource): number {
  const { io } = scenario.client;
  switch (resource) {
    case 'serverMain':
      return Math.max(1, summary.nodes.length);
    case 'clientCores':
    case 'serverCores':
      return summary.hosts.find(({ host }) => resource.startsWith(host))?.cores ?? 1;
    case 'eventLoop':
      return io.kind === 'eventLoops' ? Math.min(io.loops, connectionsOf(scenario)) : 1;
    default:
      return threadsOf(summary, resource)[0]?.count ?? 1;
  }
}

/**
 * Demand per request on all of them, µs, if each has its own work, so that the demand is the busiest one's.
 */
function ownUs(summary: Summary, resource: Resource): number | undefined {
  switch (resource) {
    case 'serverMain': {
      const { nodes, windowUs } = summary;
      const busy = nodes.reduce((sum, { utilisation }) => sum + utilisation, 0);
      return (busy * windowUs) / Math.max(1, completedFor(summary, 'server'));
    }
    case 'eventLoop':
    case 'serverIo':
    case 'proxy':
      // Busy waiting serves no request.
      return sumOf(workOf(summary, threadsOf(summary, resource)).filter(({ kind }) => kind !== 'spin'));
    default:
      return undefined;
  }
}

const nodeOf = ({ nodes }: Summary): number =>
  1 + nodes.findIndex(({ utilisation }) => nodes.every((other) => other.utilisation <= utilisation));

/** The servers of a resource. */
export function serversOf(scenario: Scenario, summary: Summary, resource: Resource): Servers {
  const count = countOf(scenario, summary, resource);
  const { demandUs, utilisation = 0 } = use(summary, resource) ?? {};
  const needUs = demandUs ?? 0;
  const ownDemandUs = count > 1 && needUs > 0 ? ownUs(summary, resource) : undefined;
  const totalUs = ownDemandUs ?? count * needUs;
  const meanUs = totalUs / count;
  const isUneven = needUs > (1 + UNEVEN) * meanUs;
  const busy = (us: number) => (needUs > 0 ? (utilisation * us) / needUs : utilisation);
  return {
    count,
    sharing: count === 1 ? 'alone' : ownDemandUs === undefined ? 'pooled' : isUneven ? 'uneven' : 'even',
    totalUs,
    meanUs,
    meanShare: busy(meanUs),
    othersShare: count > 1 ? busy((totalUs - needUs) / (count - 1)) : 0,
    ...(isUneven && resource === 'serverMain' && { node: nodeOf(summary) }),
  };
}

/** Their number as a fact. */
export const serversFact = (of: Resource, { count }: Servers): Fact => ({ unit: 'servers', of, count });

/** The one of them with the demand, as a fact. */
export const oneFact = (of: Resource, { count, sharing, node = 0 }: Servers): Fact => ({
  ...{ unit: 'one', of, count, sharing, node },
});

/** A resource by name, or its busiest node if that has more work. */
export const busiestFact = (summary: Summary, name: Resource, { sharing, node = 0 }: Servers): Fact => ({
  ...resourceFact(summary, name),
  ...(sharing === 'uneven' && hasOwnWork(name) && { busiest: { of: name, node } }),
});
