/** The busiest resource of a run, as figures tell it: what is lent contains waiting, and is no work. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { usesOf } from './spinning.ts';

type Pooled = Extract<Scenario['client']['connections'], { readonly kind: 'pooled' }>;

/** From here on a resource counts as the limit: a queue in front of it is at least nine times as long as in front of one that is half busy. */
export const BUSY = 0.9;

/** Connections are it only where they are what callers wait for, and nothing that works is busy as well. */
export function busiestOf({ client, server, workload }: Scenario, summary: Summary): ResourceUse | undefined {
  const uses = usesOf(summary);
  return uses.find(
    ({ resource }) =>
      resource !== 'connections' ||
      // Without a pool there is no such resource.
      (workload.arrivals.callers > (client.connections as Pooled).maxTotal * server.nodes &&
        uses.filter(({ utilisation }) => utilisation >= BUSY).length === 1),
  );
}
