/** Split requests in a cluster: number of parts, and of dependent parts. */
import type { Scenario } from '../scenario/generated/scenario.ts';

/** Slots of a Redis cluster. */
const SLOTS = 16_384;

/** Expected number of distinct `places` hit by `keys` random keys. */
const filled = (places: number, keys: number): number => places * (1 - (1 - 1 / places) ** keys);

export interface Split {
  /** Mean parts per request, each with its own round trip. */
  readonly parts: number;
  /** Minimum number of sequential round trips. */
  readonly inRow: number;
}

/** How requests are split; undefined if they are not. */
export function splitOf({ client, server, workload: { batch } }: Scenario): Split | undefined {
  const { crossSlot, connections, io } = client;
  if (crossSlot.kind !== 'split' || batch.kind === 'none' || batch.size < 2) return undefined;
  const { by, workers } = crossSlot;
  const parts = by === 'key' ? batch.size : filled(by === 'slot' ? SLOTS : server.nodes, batch.size);
  // Without workers the caller sends; only with an event loop and a shared connection it need not wait
  // between parts.
  const isAtOnce = workers === 0 && connections.kind === 'shared' && io.kind === 'eventLoops';
  return { parts, inRow: isAtOnce ? 1 : Math.max(1, parts / Math.max(1, workers)) };
}
