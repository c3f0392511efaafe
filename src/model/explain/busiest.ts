/** The busiest resource of a run. Connections and carrier threads are in use also while who holds them waits. */

import { servingNodes } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { waitsForCarriers } from './carriers.ts';
import { BUSY, workers } from './finding.ts';
import { allInstances } from './instances.ts';
import { usesOf } from './spinning.ts';

type Pooled = Extract<Scenario['client']['connections'], { readonly kind: 'pooled' }>;

/** What is held counts only if callers wait for it; connections only if nothing that works is busy as well. */
export function busiestOf(scenario: Scenario, summary: Summary): ResourceUse | undefined {
  const all = allInstances(scenario);
  const { client, workload } = all;
  const uses = usesOf(summary);
  return uses.find(({ resource, utilisation: inUse }) => {
    if (resource === 'carriers') return waitsForCarriers(all);
    return (
      resource !== 'connections' ||
      // Without a pool there is no such resource.
      (workload.arrivals.callers > (client.connections as Pooled).maxTotal * servingNodes(all) &&
        inUse >= BUSY &&
        workers(summary).every(({ utilisation }) => utilisation < BUSY))
    );
  });
}
