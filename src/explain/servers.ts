/** A resource may be several threads, cores or nodes that share its work. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Resource, Summary } from '../scenario/generated/summary.ts';
import { type Fact, use } from './finding.ts';
import { sumOf, threadsOf, workOf } from './work.ts';

/** How many threads or cores share the work of a resource. */
export function serversOf({ client: { io } }: Scenario, summary: Summary, resource: Resource): number {
  switch (resource) {
    case 'serverMain':
      return Math.max(1, summary.nodes.length);
    case 'clientCores':
    case 'serverCores':
      return summary.hosts.find(({ host }) => resource.startsWith(host))?.cores ?? 1;
    case 'eventLoop': {
      const demandUs = use(summary, resource)?.demandUs ?? 0;
      const most = io.kind === 'eventLoops' ? io.loops : 1;
      const all = sumOf(workOf(summary, threadsOf(summary, resource)));
      return demandUs > 0 ? Math.min(most, Math.max(1, Math.round(all / demandUs))) : 1;
    }
    default:
      return threadsOf(summary, resource)[0]?.count ?? 1;
  }
}

export const serversFact = (of: Resource, servers: number): Fact => ({ unit: 'servers', of, count: servers });
