/** The values that a workload reads: stored before its first request. */
import type { RealWorkload } from '../workload/workload.ts';
import { valueFor } from './load/requests.ts';
import type { RedisLink } from './redis-link.ts';

/** Size of a batch of values. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_KEYS = 200;

/**
 * Stores the keys to read, if there are any.
 * @param lifeMs they expire by then
 * @param beforeBatch called before each batch; what it throws ends the storing
 */
export async function storeValues(
  link: RedisLink,
  { command, second, batch }: RealWorkload,
  names: readonly string[],
  lifeMs: number,
  beforeBatch: () => void,
): Promise<void> {
  const [first] = [command, ...(second ? [second] : [])].filter(
    ({ kind }) => kind === 'get' || (batch.kind === 'multiKey' && batch.replyPerKey),
  );
  if (!first) return;
  const value = valueFor(first);
  const batchSize = Math.max(1, Math.min(BATCH_KEYS, Math.floor(BATCH_BYTES / value.length)));
  for (let i = 0; i < names.length; i += batchSize) {
    beforeBatch();
    const sets = names.slice(i, i + batchSize).map((name) => ['SET', name, value, 'PX', String(lifeMs)]);
    await Promise.all(sets.map((words) => link.call(words)));
  }
}
