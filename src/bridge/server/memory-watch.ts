/**
 * Notices when a program keeps more than its work can need. The client libraries keep a reply until it is complete, without a
 * limit: a Redis that sends one without an end would fill the machine.
 */
import { getHeapStatistics } from 'node:v8';

/** A reply of the bridge has at most a megabyte; answers to slow pages and thousands of requests under way have room. */
export const MOST_BYTES = 768 * 1024 * 1024;
/** A fast sender needs longer for what is left of a small machine, ms. */
const LOOK_MS = 50;

/**
 * Calls `full` whenever this thread holds more than `most` bytes, and again while it does.
 * @returns ends the watch
 */
export function watchMemory(full: () => void, most: number = MOST_BYTES): () => void {
  const timer = setInterval(() => {
    const { external_memory, used_heap_size } = getHeapStatistics();
    if (external_memory + used_heap_size > most) full();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
