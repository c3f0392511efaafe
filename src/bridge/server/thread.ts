/** Entry program of the bridge's threads: load, pacer or relay. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadOrder } from './load/messages.ts';
import type { PacerOrder } from './load/pacer.ts';
import type { RelayOrder } from './relay/messages.ts';

export type Assignment =
  | { readonly role: 'load'; readonly order: ThreadOrder }
  | { readonly role: 'pacer'; readonly order: PacerOrder }
  | { readonly role: 'relay'; readonly order: RelayOrder };

const { role, order } = workerData as Assignment;
// Each role loads only its modules: a pacer starts faster than four client libraries.
if (role === 'pacer') (await import('./load/pacer.ts')).pace(order);
else if (parentPort && role === 'relay') (await import('./relay/relay.ts')).relay(order, parentPort);
else if (parentPort && role === 'load')
  await (await import('./load/load.ts')).generateLoad(order, parentPort, new URL(import.meta.url));
