/** The busiest resource of a run. Time in use of connections includes waiting, and is no work. */

import { servingNodes } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { allInstances } from './instances.ts';
import { usesOf } from './spinning.ts';

type Pooled = Extract<Scenario['client']['connections'], { readonly kind: 'pooled' }>;

/** Utilisation from which a resource is a bottleneck: its queue is at least nine times that at half load. */
export const BUSY = 0.9;

/** Connections count only if callers wait for them and no working resource is busy as well. */
export function busiestOf(scenario: Scenario, summary: Summary): ResourceUse | undefined {
  const all = allInstances(scenario);
  const { client, workload } = all;
  const uses = usesOf(summary);
  return uses.find(
    ({ resource }) =>
      resource !== 'connections' ||
      // Without a pool there is no such resource.
      (workload.arrivals.callers > (client.connections as Pooled).maxTotal * servingNodes(all) &&
        uses.filter(({ utilisation }) => utilisation >= BUSY).length === 1),
  );
}
