/** Requests that are split over the nodes of a cluster: how many parts they have, and how many of these follow each other. */
import type { Scenario } from '../scenario/generated/scenario.ts';

/** Slots of a Redis cluster. */
const SLOTS = 16_384;

/** As many of `places` have something, on average, when `keys` go anywhere. */
const filled = (places: number, keys: number): number => places * (1 - (1 - 1 / places) ** keys);

export interface Split {
  /** Parts of a request, on average: each has a round trip of its own. */
  readonly parts: number;
  /** How many round trips it takes at least one after the other. */
  readonly inRow: number;
}

/** How requests are split; undefined where they are not. */
export function splitOf({ client, server, workload: { batch } }: Scenario): Split | undefined {
  const { crossSlot, connections, io } = client;
  if (crossSlot.kind !== 'split' || batch.kind === 'none' || batch.size < 2) return undefined;
  const { by, workers } = crossSlot;
  const parts = by === 'key' ? batch.size : filled(by === 'slot' ? SLOTS : server.nodes, batch.size);
  // Without workers the caller asks, and only from an event loop and a shared connection need it not wait in between.
  const isAtOnce = workers === 0 && connections.kind === 'shared' && io.kind === 'eventLoops';
  return { parts, inRow: isAtOnce ? 1 : Math.max(1, parts / Math.max(1, workers)) };
}
